/**
 * What stands in the tenant's documents about announcements and help. Facts and texts are documents of their own, since all of them
 * together are too long for one entry. Each publishing writes its texts to new places (`<id>@<edition>/<language>`) and then the facts,
 * which name the edition: readers see all of the old one or all of the new one, wherever the process stops in between.
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
/** Absent in what earlier versions wrote: its texts stand at `<id>/<language>`. */
const edition = z.optional(z.string())

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
  edition,
})
export type AnnouncementDocument = z.output<typeof announcementSchema>

/** `content` is cleaned HTML. */
export const textSchema = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  summary: z.string().check(z.maxLength(500)),
  content: z.string().check(z.maxLength(60_000)),
  /** Names under which readers look for it, parted by commas; shown nowhere. */
  words: z.optional(z.string().check(z.maxLength(2_000))),
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
  edition,
})
export type HelpDocument = z.output<typeof helpSchema>

/** Where the texts of an announcement or article stand: `<place>/<language>`. */
export const textPlace = (id: string, facts: { readonly edition?: string | undefined } | undefined): string =>
  facts?.edition === undefined ? id : `${id}@${facts.edition}`
