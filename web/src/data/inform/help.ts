/** The help centre as pages read it: its classes, its lists, its articles. */
import { useQuery } from '@tanstack/react-query'
import { firstInLanguage, useWireLocale } from '../shell/menus.ts'
import { isMissing, oneInHead } from './answers.ts'

const calls = () => import('./inform-calls.ts')

type Calls = typeof import('./inform-calls.ts')
/** What a call answers. */
type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>
type HelpCategories = Answer<'loadHelpCategories'>
type HelpEntries = Answer<'loadHelpList'>['list']
type Article = Answer<'loadArticle'>

/** The list of a class, or of all, when the head has just that one. */
function helpInHead(locale: string, categoryId: string | undefined, keyword: string): HelpEntries | undefined {
  const first = firstInLanguage('helpList', locale) as { readonly categoryId: string; readonly list: HelpEntries } | undefined
  return keyword === '' && first?.categoryId === (categoryId ?? '') ? first.list : undefined
}

export function useHelpCategories() {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['help', 'categories', locale],
    staleTime: 300_000,
    initialData: () => firstInLanguage('helpCategories', locale) as HelpCategories | undefined,
    queryFn: async (): Promise<HelpCategories> => (await calls()).loadHelpCategories(locale),
  })
}

/** Articles of a category, or those with all the words. */
export function useHelpList(categoryId: string | undefined, keyword = '', enabled = true) {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['help', 'list', locale, categoryId ?? '', keyword],
    enabled,
    staleTime: 300_000,
    initialData: () => helpInHead(locale, categoryId, keyword),
    queryFn: async (): Promise<HelpEntries> => (await (await calls()).loadHelpList(locale, categoryId, keyword)).list,
  })
}

/** An article or legal document; null when there is none. */
export function useArticle(id: string, enabled = true) {
  const locale = useWireLocale()
  return useQuery({
    queryKey: ['help', 'article', id, locale],
    enabled,
    staleTime: 300_000,
    initialData: () => oneInHead<Article>('helpArticle', id, locale),
    queryFn: async (): Promise<Article | null> => {
      try {
        return await (await calls()).loadArticle(id, locale)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })
}
