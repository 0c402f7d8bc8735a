/** The first documents of a tenant: its site as defaults.ts describes it and its own look over that, written by ordinary commands. */
import type { JsonValue } from '@agio/engine/command.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import type { TenantConfig } from '../core/tenant-config.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { defaultContent } from './defaults.ts'
import { defaultKeyValues } from './key-values.ts'
import { siteText } from './site-texts.ts'

export const CONTENT = 'content'
export const KEY_VALUES = 'kv'
export const TEXTS = 'texts'
const TENANT = asUserId(0)

/** What a tenant begins with besides the defaults. */
export interface FirstLook {
  readonly content: Readonly<Record<string, JsonValue>>
  readonly keyValues: Readonly<Record<string, JsonValue>>
  /** Keys of the site's texts by namespace and key. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const NO_LOOK: FirstLook = { content: {}, keyValues: {}, words: {} }

/** Own words by `<language>/<namespace>`, in every language that they are written in. */
function ownTexts(words: FirstLook['words']): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const texts = new Map<string, Record<string, string>>()
  for (const [namespace, keys] of Object.entries(words)) {
    for (const [key, source] of Object.entries(keys)) {
      for (const [language, text] of Object.entries(siteText(source))) {
        const id = `${language}/${namespace}`
        texts.set(id, { ...texts.get(id), [key]: text })
      }
    }
  }
  return texts
}

/** Run once, at the first start: a later run would undo what an operator changed. @throws Error when a document is refused */
export async function seedContent(exchange: Exchange, tenant: TenantConfig, look: FirstLook = NO_LOOK): Promise<void> {
  const save = async (collection: Collection, id: string, value: JsonValue): Promise<void> => {
    const outcome = await exchange.submit({
      kind: 'saveDocument',
      userId: TENANT,
      collection,
      id,
      document: { value, why: 'first start' },
      actor: 'system',
    })
    if (outcome.reason !== 'none') throw new Error(`content ${collection}/${id}: ${outcome.reason}`)
  }
  for (const [id, value] of Object.entries({ ...defaultContent(), ...look.content })) await save(CONTENT, id, value)
  for (const [id, value] of Object.entries({ ...defaultKeyValues(tenant), ...look.keyValues })) await save(KEY_VALUES, id, value)
  for (const [id, value] of ownTexts(look.words)) await save(TEXTS, id, value)
}
