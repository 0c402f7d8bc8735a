/** The documents of the tenant's site: menus, footer, carousel, social links, languages, rates, countries. */
import type { JsonValue } from '@agio/engine/command.ts'
import * as z from 'zod/mini'
import { CONTENT } from '../../content/seed-content.ts'
import { type ContentId, foreignIds, isContentId, SITE_DOCUMENTS } from '../../content/site-documents.ts'
import { operatorCommand, refuse } from '../operator-command.ts'
import { changeValue, historyOf, presentValue, rollBack, type Target } from '../versions.ts'

const DOCUMENT = { document: `one of ${Object.keys(SITE_DOCUMENTS).join(', ')}` } as const

function known(id: string): ContentId {
  return isContentId(id) ? id : refuse(`no document ${id}; there are ${Object.keys(SITE_DOCUMENTS).join(', ')}`)
}

const targetOf = (id: string): Target => ({ collection: CONTENT, id: known(id) })

function json(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return refuse('the document is not JSON')
  }
}

export const siteGet = operatorCommand({
  name: 'site get',
  summary: 'A document of the site as JSON, ready to be edited and set again.',
  arguments: DOCUMENT,
  options: {},
  needsReason: false,
  run: async (call) => JSON.stringify((await presentValue(call, targetOf(call.given.document))) ?? null, null, 2),
})

export const siteSet = operatorCommand({
  name: 'site set',
  summary: 'Replaces a document of the site; open pages have it within a minute.',
  arguments: { ...DOCUMENT, json: 'the document; @menu.json reads it from a file' },
  options: {},
  needsReason: true,
  async run(call) {
    const id = known(call.given.document)
    const value = json(call.given.json)
    const checked = z.safeParse<z.ZodMiniType>(SITE_DOCUMENTS[id], value)
    if (!checked.success) {
      const issues = checked.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')} ${message}`.trim())
      refuse(`${id}: ${issues.join('; ')}`)
    }
    const [foreign] = foreignIds(value)
    if (foreign !== undefined) refuse(`${id}: the id ${JSON.stringify(foreign)} is not made of 1 to 64 letters, digits, _ and -`)
    return changeValue(call, targetOf(id), value)
  },
})

export const siteHistory = operatorCommand({
  name: 'site history',
  summary: 'Every version of a document of the site with who and why.',
  arguments: DOCUMENT,
  options: {},
  needsReason: false,
  run: (call) => historyOf(call, targetOf(call.given.document)),
})

export const siteRollback = operatorCommand({
  name: 'site rollback',
  summary: 'Goes back to an earlier version of a document of the site.',
  arguments: { ...DOCUMENT, version: 'number from site history' },
  options: {},
  needsReason: true,
  run: (call) => rollBack(call, targetOf(call.given.document), call.given.version),
})
