/** The first documents of a tenant: its site as defaults.ts describes it, written by ordinary commands. */
import type { JsonValue } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { TenantConfig } from '../config.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { defaultContent } from './defaults.ts'
import { defaultKeyValues } from './key-values.ts'

export const CONTENT = 'content'
export const KEY_VALUES = 'kv'
export const TEXTS = 'texts'
const TENANT = asUserId(0)

/** Run once, at the first start: a later run would undo what an operator changed. @throws Error when a document is refused */
export async function seedContent(exchange: Exchange, tenant: TenantConfig): Promise<void> {
  const save = async (collection: string, id: string, value: JsonValue): Promise<void> => {
    const outcome = await exchange.submit({
      kind: 'saveDocument',
      userId: TENANT,
      collection,
      id,
      document: { value },
      actor: 'system',
    })
    if (outcome.reason !== 'none') throw new Error(`content ${collection}/${id}: ${outcome.reason}`)
  }
  for (const [id, value] of Object.entries(defaultContent())) await save(CONTENT, id, value)
  for (const [id, value] of Object.entries(defaultKeyValues(tenant))) await save(KEY_VALUES, id, value)
}
