/** Why there are no live values: the connection broke, or the server holds as many connections as it may. */
import type { Crowd } from '../data/live/connection.ts'

const TEXTS = { user: 'ui:age.crowdUser', address: 'ui:age.crowdAddress' } as const

export const brokenText = (crowd: Crowd | undefined) => (crowd === undefined ? 'ui:age.broken' : TEXTS[crowd])
