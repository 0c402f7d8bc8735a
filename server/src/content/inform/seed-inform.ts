/** The announcements, help articles and legal documents that a new tenant starts with, written by ordinary commands. */
import type { TenantConfig } from '../../core/tenant-config.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { TextDocument } from './documents.ts'
import { INFORM_LANGUAGES, ownInformText } from './inform-texts.ts'
import { saveAnnouncement, saveArticle, saveCategory, saveClass } from './write.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SYSTEM = { actor: 'system' } as const

const CLASS_NAMES = ['listing', 'trading', 'security', 'system'] as const

interface Seeded {
  readonly id: string
  readonly classId: (typeof CLASS_NAMES)[number]
  /** Before the first start. */
  readonly hoursAgo: number
  readonly top?: true
}

const ANNOUNCEMENTS: readonly Seeded[] = [
  { id: 'welcome', classId: 'system', hoursAgo: 30 * 24, top: true },
  { id: 'new-pairs', classId: 'listing', hoursAgo: 5 },
  { id: 'order-lists', classId: 'trading', hoursAgo: 29 },
  { id: 'forged-messages', classId: 'security', hoursAgo: 3 * 24 + 4 },
  { id: 'trailing-stop', classId: 'trading', hoursAgo: 6 * 24 + 2 },
  { id: 'restarts', classId: 'system', hoursAgo: 9 * 24 },
  { id: 'second-factor', classId: 'security', hoursAgo: 13 * 24 + 7 },
  { id: 'cancel-timer', classId: 'trading', hoursAgo: 18 * 24 + 1 },
]

/** Another company says other things first, and not all of them. */
const OTHER_ORDER: readonly Seeded[] = [
  { id: 'second-factor', classId: 'security', hoursAgo: 8, top: true },
  { id: 'restarts', classId: 'system', hoursAgo: 3 },
  { id: 'cancel-timer', classId: 'trading', hoursAgo: 27 },
  { id: 'new-pairs', classId: 'listing', hoursAgo: 4 * 24 },
  { id: 'forged-messages', classId: 'security', hoursAgo: 7 * 24 },
  { id: 'order-lists', classId: 'trading', hoursAgo: 12 * 24 },
  { id: 'welcome', classId: 'system', hoursAgo: 21 * 24 },
]

const HELP: Readonly<Record<string, readonly string[]>> = {
  start: ['create-account', 'first-order'],
  trading: ['order-types', 'stop-orders', 'oco', 'cancel-change', 'refused-order'],
  contracts: ['contract-basics', 'margin', 'liquidation', 'deleveraging', 'funding', 'contract-margin'],
  fees: ['trading-fees', 'spread-slippage', 'convert-price'],
  security: ['two-factor', 'forged-sites', 'account-taken'],
  assets: ['deposits', 'withdrawals', 'balances-bills', 'interest'],
  api: ['api-keys'],
  legal: ['user_agreement', 'privacy_policy'],
}
const LEGAL_VERSION = '1.0'

/** Ids of the articles that a new tenant starts with, legal documents included. */
export const seededArticles = (): readonly string[] => Object.values(HELP).flat()

/** A text of the files in every language that has it; words of the files are filled with the tenant's name. */
function textsOf(kind: string, id: string, tenantName: string): Record<string, TextDocument> {
  const filled = (language: string, part: string): string | undefined =>
    ownInformText(language, `${kind}.${id}.${part}`)?.replaceAll('{tenant}', () => tenantName)
  return Object.fromEntries(
    INFORM_LANGUAGES.flatMap((language) => {
      const [title, summary, content] = [filled(language, 'title'), filled(language, 'summary'), filled(language, 'content')]
      const words = filled(language, 'words')
      if (title === undefined || content === undefined) return []
      return [[language, { title, summary: summary ?? '', content, ...(words !== undefined && { words }) }] as const]
    }),
  )
}

const namesOf = (key: string): Record<string, string> =>
  Object.fromEntries(
    INFORM_LANGUAGES.flatMap((language) => {
      const name = ownInformText(language, key)
      return name === undefined ? [] : [[language, name]]
    }),
  )

/** Run once, at the first start. @param now ms, what the announcements count back from @throws Error when a document is refused */
export async function seedInform(exchange: Exchange, tenant: TenantConfig, now: number): Promise<void> {
  for (const [sort, id] of CLASS_NAMES.entries()) await saveClass(exchange, { id, name: namesOf(`class.${id}`), sort }, SYSTEM)
  const chosen = tenant.tenantId === 'nova' ? OTHER_ORDER : ANNOUNCEMENTS
  for (const { id, classId, hoursAgo, top = false } of chosen) {
    const facts = { classId, releaseAt: now - hoursAgo * HOUR, endAt: null, top, imageUrl: null }
    await saveAnnouncement(exchange, { id, ...facts, texts: textsOf('announcement', id, tenant.name) }, SYSTEM)
  }
  let age = 0
  for (const [sort, [id, articles]] of Object.entries(HELP).entries()) {
    await saveCategory(exchange, { id, name: namesOf(`category.${id}.name`), summary: namesOf(`category.${id}.summary`), sort }, SYSTEM)
    for (const [place, article] of articles.entries()) {
      age += 1
      const facts = { categoryId: id, sort: place, updatedAt: now - age * 3 * DAY, version: id === 'legal' ? LEGAL_VERSION : null }
      await saveArticle(exchange, { id: article, ...facts, texts: textsOf('help', article, tenant.name) }, SYSTEM)
    }
  }
}
