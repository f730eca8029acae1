/** The state of a flow that tries out a handler. */
export const TRY_STATE = 'Try';
export const TRY_TAG = 'tryouts';

const MAX_SLUG = 60;
const TIMEOUT_SECONDS = 60;

/** Returns the code of the flow that tries out a resource; it is the same for the same resource. */
export function tryCode(resource: string): string {
  const slug = resource
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG);
  // Names that differ in other characters must not share a flow.
  const isExact = slug === resource;
  return isExact ? `try-${slug}` : `try-${slug}-${checksum(resource)}`;
}

/** Returns four letters that depend on every character. */
function checksum(text: string): string {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_679_616;
  return sum.toString(36).padStart(4, '0');
}

/** Returns a definition with one Task that calls the resource with the input of the execution. */
export function tryDefinition(resource: string, config: unknown): object {
  const hasConfig = typeof config === 'object' && config !== null && Object.keys(config).length > 0;
  return {
    Comment: `Tries out ${resource}. It is never published.`,
    StartAt: TRY_STATE,
    States: {
      [TRY_STATE]: {
        Type: 'Task',
        Resource: resource,
        ...(hasConfig ? { Config: config } : {}),
        TimeoutSeconds: TIMEOUT_SECONDS,
        End: true,
      },
    },
  };
}
