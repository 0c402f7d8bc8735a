/** The futures host, as far as it is built. */
import * as z from 'zod/mini'
import { call } from './call.ts'

export const futuresHealth = call({
  method: 'POST',
  path: '/fe-co-api/common/health',
  access: 'visitor',
  request: z.object({}),
  response: z.object({ status: z.literal('ok'), version: z.string(), uptime: z.int() }),
  errors: ['MAINTENANCE'],
  summary: 'State of the futures host.',
})
