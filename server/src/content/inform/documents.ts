/**
 * What stands in the tenant's documents about announcements and help. Facts and texts are documents of their own (`<id>` and
 * `<id>/<language>`), so that a language can be added or mended without touching the others. Texts are written before the facts that
 * make them visible.
 */
import * as z from 'zod/mini'

export const CLASSES = 'announcementClasses'
export const ANNOUNCEMENTS = 'announcements'
export const ANNOUNCEMENT_TEXTS = 'announcementTexts'
export const HELP_CATEGORIES = 'helpCategories'
export const HELP = 'help'
export const HELP_TEXTS = 'helpTexts'
export const INFORM_COLLECTIONS = [CLASSES, ANNOUNCEMENTS, ANNOUNCEMENT_TEXTS, HELP_CATEGORIES, HELP, HELP_TEXTS] as const
export type InformCollection = (typeof INFORM_COLLECTIONS)[number]

/** A user's read announcements: one document each; the document `all` holds the time up to which everything is read. */
export const ANNOUNCEMENT_READS = 'announcementReads'
export const ALL_READ = 'all'

const local = z.record(z.string(), z.string())
const time = z.int().check(z.minimum(0))

export const classSchema = z.object({ name: local, sort: z.int() })
export type ClassDocument = z.output<typeof classSchema>

export const announcementSchema = z.object({
  classId: z.string(),
  /** ms; in no list before. */
  releaseAt: time,
  /** ms; in no list from then on. */
  endAt: z.nullable(time),
  top: z.boolean(),
  imageUrl: z.nullable(z.string()),
})
export type AnnouncementDocument = z.output<typeof announcementSchema>

/** `content` is cleaned HTML. */
export const textSchema = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  summary: z.string().check(z.maxLength(500)),
  content: z.string().check(z.maxLength(60_000)),
})
export type TextDocument = z.output<typeof textSchema>

export const categorySchema = z.object({ name: local, summary: local, sort: z.int() })
export type CategoryDocument = z.output<typeof categorySchema>

export const helpSchema = z.object({
  categoryId: z.string(),
  sort: z.int(),
  /** ms; as shown to readers. */
  updatedAt: time,
  /** Of a legal document. */
  version: z.nullable(z.string()),
})
export type HelpDocument = z.output<typeof helpSchema>
