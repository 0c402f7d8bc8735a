/**
 * Writes `engine/generated/tables.ts`: a class for each table, with the view of its rows. Part of `npm run kernel`.
 */
import type { RowDescription } from '../engine/src/schema/field.ts'
import { TABLES } from '../engine/src/schema/rows.ts'
import { PLACES, TABLE } from '../engine/src/schema/scalars.ts'
import { classOf } from './generate-classes.ts'
import { mapNumbers } from './generate-map.ts'
import { viewOf } from './generate-views.ts'

/** `EARN_ORDERS` is earnOrders. */
const nameOf = ({ base = '' }: RowDescription): string => base.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function tableClass(row: RowDescription): string {
  const handle = `Handle<'${row.name}'>`
  const view = viewOf(row.name)
  return `
/** ${row.about} */
export class ${classOf(row.name)}Table extends Rows<'${row.name}'> {
  /** A view that only reads. */
  at(handle: ${handle}): Readonly<${view}> {
    return new ${view}(this.view, handle)
  }
  edit(handle: ${handle}): ${view} {
    return new ${view}(this.view, handle)
  }
}
`
}

function madeTable(row: RowDescription, numbers: Readonly<Record<string, number>>): string {
  const { base = '', bytes } = row
  const scalars = PLACES.find(({ name, row: kind }) => kind === TABLE.name && name === `${nameOf(row)}Table`)?.at
  const [at, space, most] = [numbers[base], numbers[`${base}_SPACE`], numbers[`${base}_MOST`]]
  if (scalars === undefined || at === undefined || space === undefined || most === undefined)
    throw new RangeError(`the table of ${row.name} has no place`)
  const place = `{ rowBytes: ${bytes}, scalars: ${scalars}, base: ${at}, space: ${space}, most: Math.ceil(${most} * share) }`
  return `    this.${nameOf(row)} = new ${classOf(row.name)}Table(memory, ${place})\n`
}

export function tablesSource(): string {
  const numbers = mapNumbers()
  const declared = TABLES.map((row) => `  readonly ${nameOf(row)}: ${classOf(row.name)}Table\n`)
  return `import type { Handle } from '../src/memory/handle.ts'
import { Rows } from '../src/memory/rows.ts'
import { ${TABLES.map(({ name }) => viewOf(name))
    .sort()
    .join(', ')} } from './views.ts'
${TABLES.map(tableClass).join('')}
/** All tables. */
export class Tables {
${declared.join('')}
  /** @param share every table holds this part of its rows; tests hold less */
  constructor(memory: ArrayBuffer, share: number) {
${TABLES.map((row) => madeTable(row, numbers)).join('')}  }

  /** All tables in the order of snapshots. */
  tables(): readonly Rows[] {
    return [${TABLES.map((row) => `this.${nameOf(row)}`).join(', ')}]
  }
}
`
}
