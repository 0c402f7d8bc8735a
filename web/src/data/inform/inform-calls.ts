/** The calls of announcements, messages and help. Loaded with the first of them. */
import {
  announcementClasses,
  announcementDetail,
  announcementList,
  announcementNeighbours,
  type BizType,
  deleteMessages,
  helpCategories,
  helpDetail,
  helpList,
  messageList,
  openAnnouncementList,
  readAllMessages,
  readMessages,
  unreadInfo,
  unreadMessages,
} from '@agio/wire/content/inform.ts'
import { send } from '../http-client.ts'

export interface BulletinFilter {
  readonly classId?: string | undefined
  readonly keyword?: string | undefined
  readonly page: number
  readonly size: number
}

/** Optional fields are left out rather than sent empty. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}

export const loadBulletins = (locale: string, loggedIn: boolean, { classId, keyword, page, size }: BulletinFilter) =>
  send(loggedIn ? announcementList : openAnnouncementList, {
    languageCode: locale,
    pageNo: page,
    pageSize: size,
    ...given({ classId, keyword }),
  })
export const loadClasses = (locale: string) => send(announcementClasses, { languageCode: locale })
/** With a session it counts as read; a look at the title alone must not. */
export const loadBulletin = (id: string, locale: string, anonymous = false) =>
  send(announcementDetail, { id, languageCode: locale }, { anonymous })
export const loadNeighbours = (id: string, locale: string, classId?: string) =>
  send(announcementNeighbours, { id, languageCode: locale, ...given({ classId }) })

export const loadMessages = (locale: string, bizType: BizType, page: number, size: number, unreadOnly: boolean) =>
  send(messageList, { languageCode: locale, bizType, pageNo: page, pageSize: size, ...(unreadOnly && { isRead: 0 as const }) })
export const loadUnread = () => send(unreadInfo, {})
export const markRead = (ids: readonly string[]) => send(readMessages, { ids: [...ids] })
export const markUnread = (ids: readonly string[]) => send(unreadMessages, { ids: [...ids] })
export const markAllRead = () => send(readAllMessages, { announcements: 1 })
export const removeMessages = (ids: readonly string[]) => send(deleteMessages, { ids: [...ids] })

export const loadHelpCategories = (locale: string) => send(helpCategories, { languageCode: locale })
export const loadHelpList = (locale: string, categoryId: string | undefined, keyword: string) =>
  send(helpList, { languageCode: locale, pageNo: 1, pageSize: 50, ...given({ categoryId, keyword }) })
export const loadArticle = (id: string, locale: string) => send(helpDetail, { id, languageCode: locale })
