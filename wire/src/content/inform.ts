/** inform-web: announcements, messages to one user, help. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, listOf, optional, pageFields, pageWithinBound, switch01, text } from '../fields.ts'
import { named } from '../named.ts'

const ROOT = '/api/inform-web/v1'
const language = text(1, 16)
const nullable = z.nullable(z.string())
const keyword = optional(text(0, 50))
/** A sentence that is looked for in the help. */
const HELP_WORDS_MAX = 120

/** `classMenu` and `isRead` on the list of a logged-in user only. */
export const bulletinSchema = named(
  'Bulletin',
  z.object({
    id: z.string(),
    title: z.string(),
    releaseTime: z.int(),
    classMenu: nullable,
    isTop: switch01,
    imgUrl: nullable,
    summary: z.string(),
    isRead: z.optional(switch01),
  }),
)
export type Bulletin = z.output<typeof bulletinSchema>

export const BIZ_TYPES = ['account', 'assets', 'transaction'] as const
const bizType = z.enum(BIZ_TYPES)
export type BizType = (typeof BIZ_TYPES)[number]

/** Templates hold `{name}` places filled from `params`; texts are in the request's language. */
export const messageSchema = named(
  'Message',
  z.object({
    id: z.string(),
    titleTemplate: z.string(),
    contentTemplate: z.string(),
    params: z.record(z.string(), z.string()),
    createTime: z.int(),
    isRead: switch01,
    link: nullable,
    bizType: z.string(),
  }),
)
export type Message = z.output<typeof messageSchema>

export const unreadInfoSchema = named(
  'UnreadInfo',
  z.object({
    /** Unread announcements. */
    count: z.int(),
    /** Newest announcement. */
    latestId: nullable,
    /** Unread messages of all kinds. */
    messageCount: z.int(),
    byType: z.object({ account: z.int(), assets: z.int(), transaction: z.int() }),
  }),
)
export type UnreadInfo = z.output<typeof unreadInfoSchema>

const announcementFilter = z.object({ languageCode: language, classId: optional(id), keyword, ...pageFields }).check(pageWithinBound)

export const openAnnouncementList = call({
  method: 'POST',
  path: `${ROOT}/open/announcement/list`,
  access: 'visitor',
  request: announcementFilter,
  response: listOf(bulletinSchema),
  errors: [],
  summary: 'Public announcements, those on top first, then newest; future and ended ones are in no list.',
})

export const announcementList = call({
  method: 'POST',
  path: `${ROOT}/announcement/list`,
  access: 'user',
  request: announcementFilter,
  response: listOf(bulletinSchema),
  errors: [],
  summary: 'Announcements with their class and whether the user has read them.',
})

export const announcementDetail = call({
  method: 'GET',
  path: `${ROOT}/announcement/detail/:id/:languageCode`,
  access: 'optional',
  request: z.object({ id, languageCode: language }),
  response: z.extend(bulletinSchema, { content: z.string(), languageCode: z.string() }),
  errors: ['ANNOUNCEMENT_NOT_FOUND'],
  summary: 'One announcement; `languageCode` of the answer is the language of the text. With a session it counts as read.',
})

export const announcementNeighbours = call({
  method: 'POST',
  path: `${ROOT}/announcement/detailIdList`,
  access: 'optional',
  request: z.object({ id, languageCode: language, classId: optional(id) }),
  response: z.object({ prevId: nullable, nextId: nullable, idList: z.array(z.string()) }),
  errors: ['ANNOUNCEMENT_NOT_FOUND'],
  summary: 'Ids around an announcement, newest first, at most 200; `prevId` is the newer one.',
})

export const unreadInfo = call({
  method: 'GET',
  path: `${ROOT}/announcement/unread-info`,
  access: 'user',
  request: z.object({}),
  response: unreadInfoSchema,
  errors: [],
  summary: 'Unread announcements and messages.',
})

export const announcementClasses = call({
  method: 'POST',
  path: `${ROOT}/open/class/getInformClassMenuList`,
  access: 'visitor',
  request: z.object({ languageCode: language }),
  response: z.array(z.object({ id: z.string(), classMenu: z.string(), name: z.string(), sort: z.int(), count: z.int() })),
  errors: [],
  summary: 'Classes of announcements, each with how many are published.',
})

export const messageList = call({
  method: 'POST',
  path: `${ROOT}/inform-user-message/list`,
  access: 'user',
  request: z.object({ languageCode: language, bizType, isRead: optional(switch01), ...pageFields }).check(pageWithinBound),
  response: listOf(messageSchema),
  errors: [],
  summary: 'Messages of a kind, newest first; the newest 1,000 of a user are kept.',
})

export const messageDetail = call({
  method: 'GET',
  path: `${ROOT}/inform-user-message/detail/:id/:languageCode`,
  access: 'user',
  request: z.object({ id, languageCode: language }),
  response: messageSchema,
  errors: ['MESSAGE_NOT_FOUND'],
  summary: 'One message; it counts as read from now on.',
})

const someIds = z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) })
const updated = z.object({ updated: z.int() })

export const readMessages = call({
  method: 'POST',
  path: `${ROOT}/inform-user-message/read`,
  access: 'user',
  request: someIds,
  response: updated,
  errors: ['MESSAGE_NOT_FOUND'],
  summary: 'Marks messages as read; `updated` counts those that were not.',
})

export const unreadMessages = call({
  method: 'POST',
  path: `${ROOT}/inform-user-message/unread`,
  access: 'user',
  request: someIds,
  response: updated,
  errors: ['MESSAGE_NOT_FOUND'],
  summary: 'Marks messages as unread again.',
})

export const readAllMessages = call({
  method: 'POST',
  path: `${ROOT}/inform-user-message/readAll`,
  access: 'user',
  request: z.object({ bizType: optional(bizType), announcements: optional(switch01) }),
  response: updated,
  errors: [],
  summary: 'Marks all messages, or those of a kind, as read; with `announcements` 1 the announcements too.',
})

export const deleteMessages = call({
  method: 'POST',
  path: `${ROOT}/inform-user-message/delete`,
  access: 'user',
  request: someIds,
  response: z.object({ deleted: z.int() }),
  errors: ['MESSAGE_NOT_FOUND'],
  summary: 'Deletes messages from the user’s list.',
})

const helpCategory = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  sort: z.int(),
  /** Articles in it. */
  count: z.int(),
  children: z.array(z.unknown()),
})

export const helpCategories = call({
  method: 'POST',
  path: `${ROOT}/open/help/categoryList`,
  access: 'visitor',
  request: z.object({ languageCode: language }),
  response: z.array(helpCategory),
  errors: [],
  summary: 'Categories of help articles.',
})

const helpEntry = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  categoryId: z.string(),
  updateTime: z.int(),
})
export type HelpEntry = z.output<typeof helpEntry>

export const helpList = call({
  method: 'POST',
  path: `${ROOT}/open/help/list`,
  access: 'visitor',
  request: z
    .object({ languageCode: language, categoryId: optional(id), keyword: optional(text(0, HELP_WORDS_MAX)), ...pageFields })
    .check(pageWithinBound),
  response: listOf(helpEntry),
  errors: [],
  summary: 'Help articles of a category, or those that answer a word, a sentence or another name of their subject, best first.',
})

export const helpDetail = call({
  method: 'GET',
  path: `${ROOT}/open/help/detail/:id/:languageCode`,
  access: 'visitor',
  request: z.object({ id, languageCode: language }),
  response: z.extend(helpEntry, {
    content: z.string(),
    languageCode: z.string(),
    /** Of a legal document; null for an article. */
    version: nullable,
  }),
  errors: ['HELP_NOT_FOUND'],
  summary: 'A help article or legal document; `languageCode` of the answer is the language of the text.',
})
