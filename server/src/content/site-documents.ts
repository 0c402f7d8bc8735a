/** The documents that a tenant's site is made of: what each may hold, whoever writes it. */
import { carouselSchema, languageSchema, rateSchema, socialSchema } from '@agio/wire/content/home-web.ts'
import { id } from '@agio/wire/fields.ts'
import * as z from 'zod/mini'

/** A text by wire locale; the default language stands in for a missing one. */
export const localText = z.record(z.string(), z.string())

/** A place to go: a path inside the application or an http address. Nothing else becomes a link. */
const target = z.string().check(z.maxLength(500), z.regex(/^(\/(?![/\\])|https?:\/\/)/, 'is neither a path nor an http address'))
const picture = z.string().check(z.maxLength(2000), z.regex(/^(\/(?![/\\])|https:\/\/|data:image\/)/, 'is no address of a picture'))

export const menuDocument = z.object({
  id: z.string(),
  name: localText,
  second: localText,
  description: localText,
  path: z.nullable(target),
  shown: z.boolean(),
  iconDay: z.optional(z.nullable(picture)),
  iconNight: z.optional(z.nullable(picture)),
  get children() {
    return z.array(menuDocument)
  },
})
export type MenuDocument = z.output<typeof menuDocument>

export const footerDocument = z.object({
  name: localText,
  path: z.nullable(target),
  shown: z.boolean(),
  get children() {
    return z.array(footerDocument)
  },
})
export type FooterDocument = z.output<typeof footerDocument>

export const namedDocument = z.object({ id: z.string(), name: localText, shown: z.optional(z.boolean()) })

/** Earlier builds wrote ids with dots, which are in no id of the API: they are read as dashes. */
const earlierId = z.pipe(
  z.string(),
  z.transform((text: string) => text.replaceAll('.', '-')),
)

/** As the wire has it, with a title that may be said in several languages. */
export const carouselDocument = z.extend(carouselSchema, {
  id: earlierId,
  imgUrl: picture,
  imgUrlNight: z.nullable(picture),
  linkUrl: z.nullable(target),
  title: z.union([z.string(), localText]),
})

const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'is no ISO 3166-1 code'))

/** Schemas by id of the collection `content`. */
export const SITE_DOCUMENTS = {
  menu: z.array(menuDocument),
  footer: z.array(footerDocument),
  footerHtml: localText,
  languages: z.array(languageSchema).check(z.minLength(1)),
  rates: z.array(rateSchema),
  social: z.array(z.extend(socialSchema, { linkUrl: target, imgUrl: picture })),
  carousel: z.array(carouselDocument),
  classLabels: z.array(namedDocument),
  groups: z.array(namedDocument),
  /** Countries that the tenant does not serve. */
  closedCountries: z.array(countryCode),
} as const

/** Ids inside a document that the API does not allow. They are refused when a document is written; what was written before is still read. */
export function foreignIds(document: unknown): readonly string[] {
  if (typeof document !== 'object' || document === null) return []
  const inside = Object.values(document).flatMap(foreignIds)
  const own = 'id' in document && typeof document.id === 'string' && !z.safeParse(id, document.id).success ? [document.id] : []
  return [...own, ...inside]
}

/** Ids of the collection `content`. */
export type ContentId = keyof typeof SITE_DOCUMENTS

export const isContentId = (id: string): id is ContentId => Object.hasOwn(SITE_DOCUMENTS, id)
