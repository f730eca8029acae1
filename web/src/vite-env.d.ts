declare module '*.po' {
  export const messages: Record<string, string>;
}
declare module '*.css';
