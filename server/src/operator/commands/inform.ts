/** Announcements and help. Texts are JSON files given as `@path`. */
import type { z } from 'zod/mini'
import { announcementsOf } from '../../content/inform/shelves.ts'
import {
  announcementInput,
  articleInput,
  categoryInput,
  classInput,
  saveAnnouncement,
  saveArticle,
  saveCategory,
  saveClass,
  withdrawAnnouncement,
  withdrawArticle,
} from '../../content/inform/write.ts'
import { operatorCommand, refuse } from '../operator-command.ts'

const json = 'JSON, or @file'

/** @throws Refusal that names the part which does not fit */
function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('this is not JSON')
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  return refuse(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}

export const announcementPublish = operatorCommand({
  name: 'announcement publish',
  summary: 'Publishes an announcement, or replaces the one with its id: id, classId, releaseAt, endAt, top, imageUrl, texts by language.',
  arguments: { announcement: json },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    const input = parsed(announcementInput, given.announcement)
    if (!tenant.inform.library.classes.has(input.classId)) refuse(`no class ${input.classId}`)
    await saveAnnouncement(tenant.exchange, input, { actor, why }, tenant.inform.library)
    const when = input.releaseAt > tenant.exchange.now() ? `visible from ${new Date(input.releaseAt).toISOString()}` : 'visible now'
    return `announcement ${input.id}: ${when}, in ${Object.keys(input.texts).join(', ')}`
  },
})

export const announcementWithdraw = operatorCommand({
  name: 'announcement withdraw',
  summary: 'Withdraws an announcement from every list.',
  arguments: { id: 'as `announcement list` shows it' },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    if (!tenant.inform.library.announcements.has(given.id)) refuse(`no announcement ${given.id}`)
    await withdrawAnnouncement(tenant.exchange, given.id, { actor, why })
    return `announcement ${given.id}: withdrawn`
  },
})

export const announcementList = operatorCommand({
  name: 'announcement list',
  summary: 'Every announcement, with those that wait for their time or are over.',
  arguments: {},
  options: {},
  needsReason: false,
  async run({ tenant }) {
    const shown = new Set(announcementsOf(tenant.inform.library, { language: 'en_US', now: tenant.exchange.now() }).map(({ id }) => id))
    return [...tenant.inform.library.announcements]
      .map(([id, { classId, releaseAt, top }]) => {
        const state = shown.has(id) ? 'shown' : releaseAt > tenant.exchange.now() ? 'waits' : 'over'
        return `${id.padEnd(24)} ${classId.padEnd(12)} ${new Date(releaseAt).toISOString().slice(0, 16)} ${state}${top ? ', on top' : ''}`
      })
      .join('\n')
  },
})

export const announcementClass = operatorCommand({
  name: 'announcement class',
  summary: 'Saves a class of announcements: id, name by language, sort.',
  arguments: { class: json },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    const input = parsed(classInput, given.class)
    await saveClass(tenant.exchange, input, { actor, why })
    return `class ${input.id}: saved`
  },
})

export const articlePublish = operatorCommand({
  name: 'article publish',
  summary:
    'Publishes a help article or legal document, or replaces the one with its id: id, categoryId, sort, updatedAt, version, texts by language, each with the words under which readers look for it.',
  arguments: { article: json },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    const input = parsed(articleInput, given.article)
    if (!tenant.inform.library.categories.has(input.categoryId)) refuse(`no category ${input.categoryId}`)
    await saveArticle(tenant.exchange, input, { actor, why }, tenant.inform.library)
    return `article ${input.id}: visible now, in ${Object.keys(input.texts).join(', ')}`
  },
})

export const articleWithdraw = operatorCommand({
  name: 'article withdraw',
  summary: 'Removes a help article.',
  arguments: { id: 'of the article' },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    if (!tenant.inform.library.articles.has(given.id)) refuse(`no article ${given.id}`)
    await withdrawArticle(tenant.exchange, given.id, { actor, why })
    return `article ${given.id}: withdrawn`
  },
})

export const articleCategory = operatorCommand({
  name: 'article category',
  summary: 'Saves a category of help articles: id, name and summary by language, sort.',
  arguments: { category: json },
  options: {},
  needsReason: true,
  async run({ tenant, given, actor, why }) {
    const input = parsed(categoryInput, given.category)
    await saveCategory(tenant.exchange, input, { actor, why })
    return `category ${input.id}: saved`
  },
})

export const INFORM_COMMANDS = [
  announcementPublish,
  announcementWithdraw,
  announcementList,
  announcementClass,
  articlePublish,
  articleWithdraw,
  articleCategory,
]
