/**
 * Estimates how many guesses a password takes. Half a megabyte of words comes with it (compressed), so it is loaded when somebody chooses
 * a password, and not before. The server asks last names and an encyclopaedia besides, and has the last word.
 */
import { type Estimator, judgePassword, ownNames, type Verdict } from '@agio/wire/account/password-guesses.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import commonWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs'
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs'

const factory = new ZxcvbnFactory({ dictionary: { ...dictionary, commonWords, firstNames }, graphs: adjacencyGraphs })
const estimate: Estimator = (password, names) => factory.check(password, names)

export const verdictOf = (password: string, account: string, siteName: string): Verdict =>
  judgePassword(estimate, password, ownNames(account, siteName))
