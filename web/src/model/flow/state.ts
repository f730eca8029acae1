export interface FlowStateInput {
  status: 'DRAFT' | 'ACTIVE' | 'INACTIVE' | 'ARCHIVED';
  active?: number | null;
  latest?: number | null;
}

/** Returns what decides whether a flow starts. */
export function liveness(flow: FlowStateInput): 'active' | 'draft' | 'inactive' | 'archived' {
  switch (flow.status) {
    case 'ACTIVE':
      return 'active';
    case 'DRAFT':
      return 'draft';
    case 'INACTIVE':
      return 'inactive';
    case 'ARCHIVED':
      return 'archived';
  }
}
