/** inform-web: announcements, messages to one user, help. */
import type { UserId } from '@agio/engine/ids/id.ts'
import {
  announcementClasses,
  announcementDetail,
  announcementList,
  announcementNeighbours,
  deleteMessages,
  helpCategories,
  helpDetail,
  helpList,
  messageDetail,
  messageList,
  openAnnouncementList,
  readAllMessages,
  readMessages,
  unreadInfo,
  unreadMessages,
} from '@agio/wire/content/inform.ts'
import type { FastifyInstance } from 'fastify'
import {
  announcementsOf,
  articleOf,
  bulletinOf,
  categoriesOf,
  classesOf,
  helpOf,
  type IsRead,
  LEGAL,
  neighboursOf,
} from '../../../content/inform/shelves.ts'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { route } from '../../calls/route.ts'
import { userRoute } from '../../calls/user-route.ts'

const NEIGHBOURS_MAX = 200
const PAGE_SIZE = 20

interface Paged {
  readonly pageNo?: number | null | undefined
  readonly pageSize?: number | null | undefined
}

const pageOf = ({ pageNo, pageSize }: Paged) => ({ pageNo: pageNo ?? 1, pageSize: pageSize ?? PAGE_SIZE })

function paged<Row>(rows: readonly Row[], asked: Paged) {
  const { pageNo, pageSize } = pageOf(asked)
  return { list: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length, pageNo, pageSize }
}

interface AnnouncementFilter extends Paged {
  readonly languageCode: string
  readonly classId?: string | null | undefined
  readonly keyword?: string | null | undefined
}

function announcements(tenant: Tenant, request: AnnouncementFilter, isRead?: IsRead) {
  const { languageCode, classId, keyword } = request
  const query = {
    language: tenant.content.language(languageCode),
    now: tenant.exchange.now(),
    classId: classId ?? undefined,
    keyword: keyword ?? '',
  }
  return paged(announcementsOf(tenant.inform.library, query, isRead), request)
}

function registerAnnouncements(app: FastifyInstance): void {
  route(app, openAnnouncementList, ({ tenant, request }) => announcements(tenant, request))
  userRoute(app, announcementList, async ({ tenant, request, userId }) =>
    announcements(tenant, request, await tenant.inform.reads.of(userId)),
  )
  route(app, announcementClasses, ({ tenant, request }) =>
    classesOf(tenant.inform.library, tenant.content.language(request.languageCode), tenant.exchange.now()),
  )
  route(app, announcementDetail, async ({ tenant, request: { id, languageCode }, session }) => {
    const { library, reads } = tenant.inform
    const facts = library.announcements.get(id)
    const language = tenant.content.language(languageCode)
    const text = library.text('announcementTexts', id, language)
    if (facts === undefined || text === undefined || facts.releaseAt > tenant.exchange.now()) throw new Failure('ANNOUNCEMENT_NOT_FOUND')
    if (session !== null) await reads.mark(session.userId, id, facts.releaseAt)
    const bulletin = bulletinOf(library, id, language, session === null ? undefined : () => true)
    if (bulletin === undefined) throw new Failure('ANNOUNCEMENT_NOT_FOUND')
    return { ...bulletin, classMenu: facts.classId, content: text.content, languageCode: text.language }
  })
  route(app, announcementNeighbours, ({ tenant, request: { id, classId } }) => {
    const query = { now: tenant.exchange.now(), classId: classId ?? undefined, size: NEIGHBOURS_MAX }
    const around = neighboursOf(tenant.inform.library, id, query)
    if (around === undefined) throw new Failure('ANNOUNCEMENT_NOT_FOUND')
    return around
  })
}

/** The ids that exist. @throws Failure MESSAGE_NOT_FOUND when none does, whoever else they may belong to */
async function existing(tenant: Tenant, userId: UserId, ids: readonly string[]) {
  const found = await tenant.inform.existing(userId, ids)
  if (found.length === 0) throw new Failure('MESSAGE_NOT_FOUND')
  return found
}

function registerMessages(app: FastifyInstance): void {
  userRoute(app, unreadInfo, ({ tenant, userId }) => tenant.inform.unread(userId))
  userRoute(app, messageList, async ({ tenant, request, userId }) => {
    const page = pageOf(request)
    const { languageCode, bizType, isRead } = request
    const query = { userId, type: bizType, ...page, ...(isRead != null && { isRead: isRead === 1 }) }
    const { rows, total } = await tenant.inform.messages(query, tenant.content.language(languageCode))
    return { list: [...rows], total, ...page }
  })
  userRoute(app, messageDetail, async ({ tenant, request: { id, languageCode }, userId }) => {
    const query = { userId, ids: [id], pageNo: 1, pageSize: 1 }
    const { rows } = await tenant.inform.messages(query, tenant.content.language(languageCode))
    const [message] = rows
    if (message === undefined) throw new Failure('MESSAGE_NOT_FOUND')
    if (message.isRead === 0) await tenant.inform.mark(userId, [id], 'read')
    return { ...message, isRead: 1 as const }
  })
  userRoute(app, readMessages, async ({ tenant, request, userId }) => {
    const ids = (await existing(tenant, userId, request.ids)).filter(({ isRead }) => !isRead).map(({ id }) => id)
    await tenant.inform.mark(userId, ids, 'read')
    return { updated: ids.length }
  })
  userRoute(app, unreadMessages, async ({ tenant, request, userId }) => {
    const ids = (await existing(tenant, userId, request.ids)).filter(({ isRead }) => isRead).map(({ id }) => id)
    await tenant.inform.mark(userId, ids, 'unread')
    return { updated: ids.length }
  })
  userRoute(app, deleteMessages, async ({ tenant, request, userId }) => {
    const ids = (await existing(tenant, userId, request.ids)).map(({ id }) => id)
    await tenant.inform.mark(userId, ids, 'deleted')
    return { deleted: ids.length }
  })
  userRoute(app, readAllMessages, async ({ tenant, request, userId }) => {
    const { inform } = tenant
    const unreadAnnouncements = request.announcements === 1 ? (await inform.unread(userId)).count : 0
    if (unreadAnnouncements > 0) await inform.reads.markAll(userId)
    return { updated: unreadAnnouncements + (await inform.markAll(userId, request.bizType ?? null)) }
  })
}

function registerHelp(app: FastifyInstance): void {
  route(app, helpCategories, ({ tenant, request }) =>
    categoriesOf(tenant.inform.library, tenant.content.language(request.languageCode)).filter(({ id }) => id !== LEGAL),
  )
  route(app, helpList, ({ tenant, request }) => {
    const { languageCode, categoryId, keyword } = request
    return paged(helpOf(tenant.inform.library, tenant.content.language(languageCode), categoryId ?? undefined, keyword ?? ''), request)
  })
  route(app, helpDetail, ({ tenant, request: { id, languageCode } }) => {
    const article = articleOf(tenant.inform.library, id, tenant.content.language(languageCode))
    if (article === undefined) throw new Failure('HELP_NOT_FOUND')
    return article
  })
}

export function registerInformRoutes(app: FastifyInstance): void {
  registerAnnouncements(app)
  registerMessages(app)
  registerHelp(app)
}
