/** Returns the name of the flow of an execution, or its code where the name is not known. */
export const flowNameOf = (execution: {
  flow: string;
  flowName?: string | null | undefined;
}): string => execution.flowName ?? execution.flow;
