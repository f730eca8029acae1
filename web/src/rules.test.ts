import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../scripts/po';
import { CHANGES, type Consequence } from './api/changes';

const ROOT = import.meta.dirname;
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
);
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.endsWith('.d.ts');
const sources = files.filter(isSource);

/** What each folder may import besides itself. Features never import each other. */
const ALLOWED: Record<string, readonly string[]> = {
  model: [],
  i18n: [],
  api: ['model'],
  ui: ['model', 'api', 'i18n'],
  canvas: ['model', 'ui', 'i18n'],
  features: ['model', 'api', 'ui', 'canvas', 'i18n'],
  app: ['model', 'api', 'ui', 'i18n', 'features'],
};

/** Returns the area of a file: its folder, and for features the feature. */
function areaOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'features' ? `features/${second}` : first;
}

function importsOf(file: string): string[] {
  return [...text(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) =>
    relative(ROOT, resolve(ROOT, dirname(file), match[1] ?? '')).replaceAll('\\', '/'),
  );
}

describe('imports', () => {
  test.each(sources.filter((file) => file.includes('/')))(
    '%s should import what its folder may',
    (file) => {
      const own = areaOf(file);
      const allowed = ALLOWED[own.split('/')[0] ?? ''] ?? [];
      const forbidden = importsOf(file).filter((target) => {
        const area = areaOf(target);
        return area !== own && !allowed.includes(area.split('/')[0] ?? '')
          ? true
          : area !== own && own.startsWith('features/') && area.startsWith('features/');
      });

      expect(forbidden).toEqual([]);
    },
  );

  test('should keep React, the page and the network out of the model', () => {
    for (const file of sources.filter((one) => one.startsWith('model/'))) {
      expect(text(file), file).not.toMatch(/from 'react|\bdocument\.|\bwindow\.|\bfetch\(/);
    }
  });
});

describe('sources', () => {
  test('should have raw colours in the token file only', () => {
    const raw = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/i;
    const found = files
      .filter(
        (file) =>
          /\.(css|tsx?)$/.test(file) &&
          file !== 'ui/tokens.css' &&
          !file.endsWith('.test.ts') &&
          !file.endsWith('.d.ts'),
      )
      .flatMap((file) =>
        text(file)
          .split('\n')
          .filter((line) => raw.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );

    expect(found).toEqual([]);
  });

  test('should have at most 250 lines', () => {
    expect(sources.filter((file) => text(file).split('\n').length > 251)).toEqual([]);
  });

  test('should use each token that it names', () => {
    const tokens = text('ui/tokens.css');
    const used = new Set(
      files
        .filter((file) => /\.(css|tsx)$/.test(file))
        .flatMap((file) =>
          [...text(file).matchAll(/var\((--[a-z0-9-]+)/g)].map((match) => match[1] ?? ''),
        ),
    );
    const local = new Set(['--ink', '--fill', '--stroke', '--tl-labels']);

    expect([...used].filter((name) => !local.has(name) && !tokens.includes(`${name}:`))).toEqual(
      [],
    );
  });
});

describe('types of the API', () => {
  test('should be generated from docs/openapi.json: see README.md', () => {
    const document = JSON.parse(text('../../docs/openapi.json')) as {
      paths: Record<string, unknown>;
      components: { schemas: Record<string, { properties?: Record<string, unknown> }> };
    };
    const generated = text('api/schema.d.ts');
    const names = [
      ...Object.keys(document.paths).map((path) => `"${path}": {`),
      ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [
        `        ${name}: `,
        ...Object.keys(schema.properties ?? {}).map((property) => `            ${property}`),
      ]),
    ];

    expect(names.filter((name) => !generated.includes(name))).toEqual([]);
  });
});

describe('changes', () => {
  const catalogue = readCatalogue(text('i18n/en.po'));
  const uses = sources
    .filter((file) => file !== 'api/changes.ts')
    .flatMap((file) => [...text(file).matchAll(/\bchange: '([^']+)'/g)].map((match) => match[1]));

  test.each(Object.entries<Consequence>(CHANGES))(
    '%s should state its consequences, offer an undo, or say why not',
    (name, consequence) => {
      if ('exempt' in consequence) {
        expect(consequence.exempt).toMatch(/^[A-Z].{20,}\.$/);
      } else {
        const file = 'preview' in consequence ? consequence.preview : consequence.undo;
        expect(files, name).toContain(file);
        expect(text(file), name).toMatch(
          new RegExp(`['"\`]${consequence.text.replaceAll('.', '\\.')}`),
        );
        expect([...catalogue.keys()].some((id) => id.startsWith(consequence.text))).toBe(true);
      }
    },
  );

  test('should each have an entry of their own', () => {
    expect(uses.toSorted()).toEqual(Object.keys(CHANGES).toSorted());
  });

  test('should all go through the client, which demands the entry', () => {
    const ways =
      /\bfetch\(|XMLHttpRequest|sendBeacon|new WebSocket|<form[^>]*\baction=|as Request\b/;
    const found = sources.filter((file) => file !== 'api/client.ts' && ways.test(text(file)));
    expect(found).toEqual([]);

    const bare = sources.flatMap((file) =>
      [...text(file).matchAll(/method: [^\n]*'(?:POST|PUT|DELETE)'[^\n]*(?:\n[^\n]*)?/g)]
        .filter((match) => !match[0].includes('change: '))
        .map((match) => `${file}: ${match[0]}`),
    );
    expect(bare.filter((one) => !one.startsWith('api/client.ts'))).toEqual([]);
  });
});

describe('paths', () => {
  test('should name executions by executionPath, which encodes ids of the address', () => {
    const found = sources.filter(
      (file) => file !== 'api/paths.ts' && text(file).includes('/api/flows/executions/${'),
    );

    expect(found).toEqual([]);
  });

  test('should show text as the server sent it, not decoded', () => {
    // The one use catches what is not encoded.
    const found = sources.filter((file) => text(file).includes('decodeURIComponent('));

    expect(found).toEqual(['model/audit/actions.ts']);
  });
});

describe('sheets that the address opens', () => {
  const sheets = sources.filter(
    (file) => /^features\/(triggers|versions)\//.test(file) && text(file).includes('<Sheet'),
  );

  test('should be found', () => expect(sheets.length).toBeGreaterThan(4));

  test.each(sheets)('%s should confirm only with the permission', (file) => {
    const main = text(file).indexOf('className="btn primary"');

    expect(text(file).lastIndexOf('<GuardedButton', main)).toBeGreaterThan(
      text(file).lastIndexOf('<button', main),
    );
  });
});

describe('failed requests', () => {
  test.each([
    'features/executions/peek.tsx',
    'features/execution/detail/state-tab.tsx',
    'features/triggers/parts.tsx',
  ])('%s should keep what is known', (file) => {
    expect(text(file)).toMatch(/\.isError && !/);
    expect(text(file)).not.toMatch(/\.isError(?! && !)/);
  });
});

describe('routes', () => {
  test('should all be among the pages of the browser tests: see e2e/pages.ts', () => {
    const routes = text('app/router.tsx')
      .split('createRoute({')
      .filter((route) => !route.includes('throw redirect('))
      .map((route) => /path: '([^']+)'/.exec(route)?.[1] ?? '')
      .filter((path) => path !== '' && path !== '/signin');
    const pages = text('../e2e/pages.ts');

    expect(routes).toContain('/executions');
    expect(routes.filter((path) => !pages.includes(`route: '${path}'`))).toEqual([]);
  });
});

describe('messages', () => {
  const catalogues = ['en', 'pt-BR', 'zh-CN'].map(
    (language) => [language, readCatalogue(text(`i18n/${language}.po`))] as const,
  );
  const ids = new Set(catalogues[0]?.[1].keys());
  const code = sources.map(text).join('\n');

  test.each(catalogues)('%s should be complete', (_, catalogue) => {
    expect([...catalogue.keys()].toSorted()).toEqual([...ids].toSorted());
    expect([...catalogue].filter(([, message]) => message.trim() === '')).toEqual([]);
  });

  test.each(catalogues)('%s should use the same values', (_, catalogue) => {
    const values = (message: string) =>
      [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]))].toSorted();
    const english = catalogues[0]?.[1];
    const differing = [...catalogue].filter(
      ([id, message]) => values(message).join() !== values(english?.get(id) ?? '').join(),
    );

    expect(differing.map(([id]) => id)).toEqual([]);
  });

  test('should exist for each id in the sources', () => {
    const named = [...code.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    const prefixes = [...code.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map((match) => match[1] ?? '');
    expect(prefixes.filter((prefix) => ![...ids].some((id) => id.startsWith(prefix)))).toEqual([]);
  });

  test('should all be used', () => {
    const prefixes = [...code.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)].map((match) => match[1] ?? '');
    const unused = [...ids].filter(
      (id) => !code.includes(`'${id}'`) && !prefixes.some((prefix) => id.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});
