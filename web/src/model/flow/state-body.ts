import type { JsonObject } from './graph';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the definition of a state within frames; null if there is none. */
export function stateBody(
  definition: unknown,
  path: readonly { state: string; child: string }[],
  state: string,
): JsonObject | null {
  let machine = definition;
  for (const hop of path) {
    const body = memberOf(machine, hop.state);
    if (!body) return null;
    const processor = body['ItemProcessor'] ?? body['Iterator'];
    if (Array.isArray(body['Branches'])) machine = body['Branches'][Number(hop.child)];
    else if (isObject(body['Nodes'])) machine = { States: body['Nodes'] };
    else machine = processor;
  }
  return memberOf(machine, state) ?? anyState(definition, state);
}

function memberOf(machine: unknown, state: string): JsonObject | null {
  const states = isObject(machine) ? machine['States'] : null;
  const body = isObject(states) ? states[state] : null;
  return isObject(body) ? body : null;
}

/** The child of a distributed Map runs an inner machine, whose place it does not tell. */
function anyState(machine: unknown, state: string): JsonObject | null {
  const own = memberOf(machine, state);
  if (own) return own;
  const states = isObject(machine) && isObject(machine['States']) ? machine['States'] : {};
  for (const body of Object.values(states)) {
    if (!isObject(body)) continue;
    const branches = Array.isArray(body['Branches']) ? body['Branches'] : [];
    const nodes = isObject(body['Nodes']) ? [{ States: body['Nodes'] }] : [];
    for (const inner of [...branches, body['ItemProcessor'], body['Iterator'], ...nodes]) {
      const found = anyState(inner, state);
      if (found) return found;
    }
  }
  return null;
}

/** What a Human state asks for. */
export interface HumanTask {
  outcomes: readonly string[];
  /** JSON Schema of the data; null if none is asked for. */
  form: JsonObject | null;
  isOptional: boolean;
  isApproval: boolean;
}

/** Reads what a Human state asks for; a state without outcomes is completed. */
export function humanTaskOf(body: JsonObject | null): HumanTask | null {
  if (body === null || body['Type'] !== 'Human') return null;
  const outcomes = isObject(body['Outcomes']) ? Object.keys(body['Outcomes']) : [];
  const form = isObject(body['Form']) ? body['Form'] : null;
  return {
    outcomes: outcomes.length === 0 ? ['completed'] : outcomes,
    form: form && Object.keys(form).length > 0 ? form : null,
    isOptional: body['Optional'] === true,
    isApproval: body['Kind'] === 'approval',
  };
}

/** Returns true if the items of a Map state run as executions of their own. */
export function isDistributed(body: JsonObject | null): boolean {
  const processor = body?.['ItemProcessor'];
  const config = isObject(processor) ? processor['ProcessorConfig'] : null;
  return isObject(config) && config['Mode'] === 'DISTRIBUTED';
}
