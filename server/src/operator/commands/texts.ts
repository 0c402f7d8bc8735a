/** The tenant's own wording over the built-in texts. */
import * as z from 'zod/mini'
import { TEXTS } from '../../content/seed-content.ts'
import { localText } from '../../content/site-documents.ts'
import { operatorCommand, refuse } from '../operator-command.ts'
import { changeValue, historyOf, inTurn, presentValue, rollBack, type Target } from '../versions.ts'

const FILE = { file: 'language and namespace, such as en_US/home' } as const

function targetOf(file: string): Target {
  return /^[a-z]{2,3}_[A-Z]{2}\/[a-zA-Z]+$/.test(file) ? { collection: TEXTS, id: file } : refuse(`${file}: write language/namespace`)
}

const placesOf = (text: string): string => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort().join(' ')

export const textSet = operatorCommand({
  name: 'text set',
  summary: 'Overrides a text of the tenant; a single - restores the built-in one.',
  arguments: { ...FILE, key: 'such as hero.title', text: 'the new words, with the same {{places}}' },
  options: {},
  needsReason: true,
  async run(call) {
    const { file, key, text } = call.given
    const target = targetOf(file)
    const known = call.tenant.content.texts()[file.split('/')[0] ?? '']?.[file.split('/')[1] ?? '']
    const builtIn = known?.[key] ?? refuse(`${file}: no text ${key}`)
    if (text !== '-' && placesOf(text) !== placesOf(builtIn)) refuse(`${file}: ${key} fills other places than: ${builtIn}`)
    return inTurn(call, target, async () => {
      const present = z.safeParse(localText, await presentValue(call, target))
      const own = { ...(present.success ? present.data : {}), [key]: text }
      return changeValue(call, target, Object.fromEntries(Object.entries(own).filter(([, words]) => words.trim() !== '-')))
    })
  },
})

export const textHistory = operatorCommand({
  name: 'text history',
  summary: 'Every version of the tenant’s own texts of a namespace.',
  arguments: FILE,
  options: {},
  needsReason: false,
  run: (call) => historyOf(call, targetOf(call.given.file)),
})

export const textRollback = operatorCommand({
  name: 'text rollback',
  summary: 'Goes back to an earlier version of the tenant’s own texts of a namespace.',
  arguments: { ...FILE, version: 'number from text history' },
  options: {},
  needsReason: true,
  run: (call) => rollBack(call, targetOf(call.given.file), call.given.version),
})
