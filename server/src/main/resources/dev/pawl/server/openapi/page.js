'use strict';

const all = document.getElementById('all');
const find = document.getElementById('find');

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

// Returns a schema with all references resolved, except for those that would recurse.
function whole(schema, schemas, seen = []) {
  if (Array.isArray(schema)) return schema.map((one) => whole(one, schemas, seen));
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop();
    const { $ref, ...described } = schema;
    return seen.includes(name) ? name : { ...described, ...whole(schemas[name], schemas, [...seen, name]) };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, whole(value, schemas, seen)]));
}

function shown(title, content, schemas) {
  const schema = content && Object.values(content)[0].schema;
  if (!schema) return [];
  return [element('h4', title), element('pre', JSON.stringify(whole(schema, schemas), null, 2))];
}

function parameters(list) {
  if (!list) return [];
  const rows = list.map((one) => element('tr', '',
    element('td', '', element('code', one.name)), element('td', one.in),
    element('td', one.required ? 'required' : ''), element('td', (one.schema.enum || [one.schema.type || '']).join(' ')),
    element('td', one.description)));
  return [element('h4', 'Parameters'), element('table', '', ...rows)];
}

// Successful answers; those with equal content share one heading.
function answers(responses, schemas) {
  const kinds = new Map();
  for (const [status, answer] of Object.entries(responses)) {
    if (status.startsWith('2')) {
      const content = JSON.stringify(answer.content || null);
      kinds.set(content, [...kinds.get(content) || [], status]);
    }
  }
  return [...kinds].flatMap(([content, statuses]) =>
    shown('Answer ' + statuses.join(', '), JSON.parse(content), schemas));
}

function operation(verb, path, described, schemas) {
  const title = element('summary', '', element('span', verb.toUpperCase()), element('code', path),
    element('span', described.summary));
  title.firstChild.className = 'verb';
  title.lastChild.className = 'what';
  const made = element('details', '', title, element('p', described.description),
    ...parameters(described.parameters),
    ...shown('Body', described.requestBody && described.requestBody.content, schemas),
    ...answers(described.responses, schemas));
  made.dataset.words = (verb + ' ' + path + ' ' + described.summary).toLowerCase();
  return made;
}

function show(api) {
  const areas = new Map();
  for (const [path, verbs] of Object.entries(api.paths)) {
    for (const [verb, described] of Object.entries(verbs)) {
      const area = described.tags[0];
      if (!areas.has(area)) areas.set(area, element('section', '', element('h2', area)));
      areas.get(area).append(operation(verb, path, described, api.components.schemas));
    }
  }
  // Areas with the most operations come first.
  all.replaceChildren(...[...areas.values()].sort((a, b) => b.children.length - a.children.length));
}

find.addEventListener('input', () => {
  for (const one of all.querySelectorAll('details')) {
    one.hidden = !one.dataset.words.includes(find.value.toLowerCase());
  }
  for (const area of all.children) {
    area.hidden = !area.querySelector('details:not([hidden])');
  }
});

fetch('/api/openapi.json', { credentials: 'same-origin' })
  .then((answer) => answer.ok ? answer.json() : Promise.reject(new Error('the server answered ' + answer.status)))
  .then(show)
  .catch((failed) => { all.textContent = 'The description cannot be read: ' + failed.message; });
