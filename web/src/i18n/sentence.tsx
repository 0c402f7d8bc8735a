/** A sentence of one text with something drawn in its places: a link, an address that keeps its direction. No language's order is assumed. */
import { createElement, type ReactNode } from 'react'
import { useT } from './i18n.ts'
import type { TextKey } from './keys.ts'

/** Never part of a text. */
const EDGE = '\u0001'

interface SentenceProps {
  readonly text: TextKey
  /** What stands in each place of the text, by the place's name. */
  readonly places: Readonly<Record<string, ReactNode>>
}

export function Sentence({ text, places }: SentenceProps) {
  const t = useT()
  const names = Object.keys(places)
  const parts = t(text, Object.fromEntries(names.map((name) => [name, `${EDGE}${name}${EDGE}`]))).split(EDGE)
  // Texts and places take turns, in an element of their own: where a sentence comes or goes, no node of text does.
  return createElement('span', null, ...parts.map((part, index) => (index % 2 === 1 ? places[part] : part)))
}
