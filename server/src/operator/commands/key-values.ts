/** The tenant's configuration: theme, logo, switches and what else visitors' pages read. */
import * as z from 'zod/mini'
import { isPublicKey, KEY_VALUES_BY_KEY, type PublicKey, typedValue } from '../../content/key-values.ts'
import { KEY_VALUES } from '../../content/seed-content.ts'
import { operatorCommand, refuse } from '../operator-command.ts'
import { changeValue, historyOf, presentValue, rollBack, type Target } from '../versions.ts'

const KEY = { key: `one of ${Object.keys(KEY_VALUES_BY_KEY).join(', ')}` } as const

function known(key: string): PublicKey {
  return isPublicKey(key) ? key : refuse(`no key ${key}; there are ${Object.keys(KEY_VALUES_BY_KEY).join(', ')}`)
}

const targetOf = (key: string): Target => ({ collection: KEY_VALUES, id: known(key) })

export const kvList = operatorCommand({
  name: 'kv list',
  summary: 'Every configuration key with its value.',
  arguments: {},
  options: {},
  needsReason: false,
  run: async ({ tenant }) =>
    Object.entries(tenant.content.keyValues())
      .map(([key, value]) => `${key.padEnd(22)} ${JSON.stringify(value)}`)
      .join('\n'),
})

export const kvGet = operatorCommand({
  name: 'kv get',
  summary: 'The value of a configuration key, as JSON.',
  arguments: KEY,
  options: {},
  needsReason: false,
  run: async (call) => {
    const stored = await presentValue(call, targetOf(call.given.key))
    // What the engine charges by counts, not what a document says that an earlier version saved without effect.
    return JSON.stringify((call.given.key === 'fee_direction' ? call.tenant.content.keyValues().fee_direction : stored) ?? null)
  },
})

export const kvSet = operatorCommand({
  name: 'kv set',
  summary: 'Changes a configuration value; open pages have it within a minute.',
  arguments: { ...KEY, value: 'JSON, or plain text' },
  options: {},
  needsReason: true,
  async run(call) {
    const key = known(call.given.key)
    const value = typedValue(call.given.value)
    // The theme may be written as an object, too; on the wire it is a text.
    const kept = key === 'theme' && typeof value === 'object' ? JSON.stringify(value) : value
    const checked = z.safeParse<z.ZodMiniType>(KEY_VALUES_BY_KEY[key], kept)
    if (!checked.success)
      refuse(`${key}: ${checked.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' ')).join('; ')}`)
    return changeValue(call, targetOf(key), kept)
  },
})

export const kvUnset = operatorCommand({
  name: 'kv unset',
  summary: 'Removes a configuration value; its default holds again.',
  arguments: KEY,
  options: {},
  needsReason: true,
  run: (call) => changeValue(call, targetOf(call.given.key), undefined),
})

export const kvHistory = operatorCommand({
  name: 'kv history',
  summary: 'Every version of a configuration value with who and why.',
  arguments: KEY,
  options: {},
  needsReason: false,
  run: (call) => historyOf(call, targetOf(call.given.key)),
})

export const kvRollback = operatorCommand({
  name: 'kv rollback',
  summary: 'Goes back to an earlier version of a configuration value.',
  arguments: { ...KEY, version: 'number from kv history' },
  options: {},
  needsReason: true,
  run: (call) => rollBack(call, targetOf(call.given.key), call.given.version),
})
