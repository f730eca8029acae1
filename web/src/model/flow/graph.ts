/** The ten state types of the language. */
export const STATE_TYPES = [
  'Task',
  'Choice',
  'Parallel',
  'Map',
  'Graph',
  'Human',
  'Wait',
  'Pass',
  'Succeed',
  'Fail',
] as const;
export type StateType = (typeof STATE_TYPES)[number];

export type JsonObject = { readonly [name: string]: unknown };

/** Where an edge comes from; `catch` and `timeout` leave the normal way. */
export type EdgeKind = 'next' | 'rule' | 'default' | 'catch' | 'timeout' | 'outcome' | 'depends';

export interface GraphNode {
  /** Path of machines and states, such as `Ship items/0/Book`. */
  id: string;
  name: string;
  type: StateType;
  /** One key fact, such as the resource of a Task. */
  fact: string;
  machines: Machine[];
}

export interface GraphEdge {
  from: string;
  to: string;
  kind: EdgeKind;
  label: string;
}

/** A state machine: the flow itself, a branch, the items of a Map or the nodes of a Graph. */
export interface Machine {
  id: string;
  name: string;
  startAt: string | null;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the graph of a definition; unknown parts are left out, so that every draft has one. */
export function graphOf(definition: unknown): Machine {
  return machineOf('', '', definition);
}

function machineOf(id: string, name: string, value: unknown): Machine {
  const definition = isObject(value) ? value : {};
  const states = isObject(definition['States']) ? definition['States'] : {};
  const path = (state: string) => (id === '' ? state : `${id}/${state}`);
  const nodes = Object.entries(states)
    .filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
    .map(([state, body]) => nodeOf(path(state), state, body));
  const known = new Set(nodes.map((node) => node.id));
  const edges = Object.entries(states)
    .flatMap(([state, body]) => (isObject(body) ? edgesOf(path(state), body, path) : []))
    .filter((edge) => known.has(edge.to));
  const startAt = text(definition['StartAt']);
  return { id, name, startAt: known.has(path(startAt)) ? path(startAt) : null, nodes, edges };
}

function nodeOf(id: string, name: string, body: JsonObject): GraphNode {
  const type = STATE_TYPES.find((one) => one === body['Type']) ?? 'Task';
  return { id, name, type, fact: factOf(type, body), machines: machinesOf(id, type, body) };
}

function machinesOf(id: string, type: StateType, body: JsonObject): Machine[] {
  if (type === 'Parallel') {
    return list(body['Branches']).map((branch, i) =>
      machineOf(`${id}/${i}`, String(i + 1), branch),
    );
  }
  if (type === 'Map') {
    const processor = body['ItemProcessor'] ?? body['Iterator'];
    return isObject(processor) ? [machineOf(`${id}/*`, '', processor)] : [];
  }
  if (type === 'Graph') return [graphMachine(id, body)];
  return [];
}

/** The nodes of a Graph state are Tasks with `DependsOn` instead of `Next`. */
function graphMachine(id: string, body: JsonObject): Machine {
  const inner = isObject(body['Nodes']) ? body['Nodes'] : {};
  const machine = machineOf(`${id}/*`, '', { States: inner });
  const edges = Object.entries(inner).flatMap(([name, node]) =>
    isObject(node)
      ? list(node['DependsOn']).map((other) => ({
          from: `${machine.id}/${text(isObject(other) ? other['Node'] : other)}`,
          to: `${machine.id}/${name}`,
          kind: 'depends' as const,
          label: '',
        }))
      : [],
  );
  const known = new Set(machine.nodes.map((node) => node.id));
  return { ...machine, edges: edges.filter((edge) => known.has(edge.from)) };
}

function edgesOf(from: string, body: JsonObject, path: (state: string) => string): GraphEdge[] {
  const edges: GraphEdge[] = [];
  const add = (to: unknown, kind: EdgeKind, label: string) => {
    if (typeof to === 'string') edges.push({ from, to: path(to), kind, label });
  };
  add(body['Next'], 'next', '');
  for (const rule of list(body['Choices'])) {
    if (isObject(rule)) add(rule['Next'], 'rule', ruleInWords(rule));
  }
  add(body['Default'], 'default', 'else');
  if (isObject(body['Outcomes'])) {
    for (const [outcome, way] of Object.entries(body['Outcomes'])) {
      add(isObject(way) ? way['Next'] : way, 'outcome', outcome);
    }
  }
  for (const outcome of list(body['Outcomes'])) {
    if (isObject(outcome)) add(outcome['Next'], 'outcome', text(outcome['Name']));
  }
  add(body['TimeoutNext'], 'timeout', 'timeout');
  for (const catcher of list(body['Catch'])) {
    if (isObject(catcher))
      add(catcher['Next'], 'catch', list(catcher['ErrorEquals']).map(text).join(', '));
  }
  return edges;
}

const COMPARISONS: Record<string, string> = {
  Equals: '=',
  LessThan: '<',
  LessThanEquals: '≤',
  GreaterThan: '>',
  GreaterThanEquals: '≥',
  Matches: '~',
};

/** Returns the rule of a Choice in words, such as `total ≤ 40`. */
export function ruleInWords(rule: JsonObject): string {
  if (typeof rule['Condition'] === 'string')
    return rule['Condition'].replace(/^\{%\s*|\s*%\}$/g, '');
  if (isObject(rule['Not'])) return `not ${ruleInWords(rule['Not'])}`;
  for (const word of ['And', 'Or']) {
    if (Array.isArray(rule[word])) {
      return list(rule[word]).filter(isObject).map(ruleInWords).join(` ${word.toLowerCase()} `);
    }
  }
  const variable = text(rule['Variable']).replace(/^\$\.?/, '') || '$';
  for (const [operator, value] of Object.entries(rule)) {
    const match =
      /^(String|Numeric|Boolean|Timestamp)(Equals|LessThan|LessThanEquals|GreaterThan|GreaterThanEquals|Matches)(Path)?$/.exec(
        operator,
      );
    if (match) {
      if (match[1] === 'Boolean' && value === true) return variable;
      if (match[1] === 'Boolean' && value === false) return `not ${variable}`;
      return `${variable} ${COMPARISONS[match[2] ?? ''] ?? match[2]} ${String(value)}`;
    }
    if (operator.startsWith('Is'))
      return `${variable} ${value === false ? 'is not' : 'is'} ${operator.slice(2).toLowerCase()}`;
  }
  return variable;
}

function factOf(type: StateType, body: JsonObject): string {
  switch (type) {
    case 'Task':
      return text(body['Resource']);
    case 'Choice':
      return String(list(body['Choices']).length);
    case 'Parallel':
      return String(list(body['Branches']).length);
    case 'Map':
      return text(body['ItemsPath'] ?? body['Items']) || '$';
    case 'Graph':
      return String(Object.keys(isObject(body['Nodes']) ? body['Nodes'] : {}).length);
    case 'Human':
      return text(body['Group'] ?? body['Assignee'] ?? body['Title']);
    case 'Wait':
      return waitFact(body);
    case 'Fail':
      return text(body['Error']);
    case 'Pass':
    case 'Succeed':
      return '';
  }
}

function waitFact(body: JsonObject): string {
  if (typeof body['Event'] === 'string') return body['Event'];
  if (body['Seconds'] !== undefined) return `${String(body['Seconds'])} s`;
  return text(body['Timestamp'] ?? body['TimestampPath'] ?? body['SecondsPath']);
}

/** Returns all nodes of a machine and of the machines in it. */
export function allNodes(machine: Machine): GraphNode[] {
  return machine.nodes.flatMap((node) => [node, ...node.machines.flatMap(allNodes)]);
}

/** Returns the id of the node that a step of a frame visits. */
export function nodeIdOf(
  framePath: readonly { state: string; child: string }[],
  state: string,
  root: Machine,
): string {
  let machine: Machine | undefined = root;
  for (const hop of framePath) {
    const node: GraphNode | undefined = machine?.nodes.find((one) => one.name === hop.state);
    machine =
      node?.machines.find((one) => one.id === `${node.id}/${hop.child}`) ?? node?.machines[0];
  }
  return machine && machine.id !== '' ? `${machine.id}/${state}` : state;
}
