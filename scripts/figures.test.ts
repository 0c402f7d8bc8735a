import { expect, test } from 'vitest'
import { crossFeatureImports, duplicatedPairs, kernelLines, madeOf, valueCircles } from './figures-count.ts'

const LONG = Array.from({ length: 13 }, (_, index) => `const line${index} = ${index}`)

const SOURCES = new Map([
  ['engine/src/a.ts', "import { b } from './b.ts'\nexport const a = b\n"],
  ['engine/src/b.ts', "import { c } from '@agio/engine/c.ts'\nexport const b = c\n"],
  ['engine/src/c.ts', "import {\n  type B,\n  a,\n} from './a.ts'\nexport const c = a\n"],
  ['engine/src/typed.ts', "import type { T } from './typing.ts'\nexport function t(): T {\n  return './typed.ts'\n}\n"],
  ['engine/src/typing.ts', "import { type t } from './typed.ts'\nexport type T = typeof t\n"],
  ['engine/kernel/x.ts', "import { y } from './y'\nimport {\n  Z,\n} from '../generated/rows'\n\nconst v = load<f64>(y, 8)\n"],
  ['engine/kernel/y.ts', 'export const y = 1\nstore<u8>(y, 1)\nconst order = changetype<Order>(y)\n'],
  [
    'web/src/features/orders/row.tsx',
    "import type { X } from '../terminal/x.ts'\nimport { y } from './y.ts'\nimport { z } from '../../ui/z.ts'\n",
  ],
  ['server/src/one.ts', `import { q } from './q.ts'\n${LONG.join('\n')}\n`],
  ['server/src/two.ts', `// of its own\n${LONG.map((line) => `  ${line}`).join('\n\n')}\nconst more = 1\n`],
  ['server/src/two.test.ts', LONG.join('\n')],
])

test('the figures of a checkout count circles, imports, raw loads, runs that are alike and places of meaning', () => {
  expect(valueCircles(SOURCES)).toEqual([['engine/src/a.ts', 'engine/src/b.ts', 'engine/src/c.ts', 'engine/src/a.ts']])
  expect(crossFeatureImports(SOURCES)).toEqual(['web/src/features/orders/row.tsx → web/src/features/terminal/x.ts'])
  expect(kernelLines(SOURCES)).toEqual({ lines: 9, imports: 4, raw: 2 })
  expect(duplicatedPairs(SOURCES)).toEqual([{ one: 'server/src/one.ts:2', other: 'server/src/two.ts:2', lines: 13 }])
  const touched = [
    'engine/src/schema/commands/trading.ts',
    'engine/generated/entries.ts',
    'engine/kernel/kernel.wasm',
    'web/src/i18n/locales/tr_TR/assets.json',
    'server/src/content/texts/tr_TR.json',
    'engine/scenarios/verbs.ts',
    'engine/scenarios/transfer.scenario.txt',
    'server/src/spot/transfer.test.ts',
    'docs/adding-a-command.md',
  ]
  expect(touched.filter((file) => madeOf(file) === 'by hand')).toEqual([touched[0], touched[5]])
  expect(touched.filter((file) => madeOf(file) === 'locales')).toEqual([touched[3], touched[4]])
})
