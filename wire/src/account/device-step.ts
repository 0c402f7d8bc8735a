/** The step of a login in which a device that the account never saw is confirmed. Apart, because the steps before it answer with it too. */
import * as z from 'zod/mini'
import { named } from '../named.ts'

/** The code was sent already; the message names place, device and time, and has a link for who did not log in. */
export const deviceStepSchema = named(
  'DeviceStep',
  z.object({
    stage: z.literal('confirmDevice'),
    ticket: z.string(),
    /** ms; the ticket and the code end together. */
    expireTime: z.int(),
    /** ms; from then on `login/sendCode` sends another one. */
    resendTime: z.int(),
    channel: z.enum(['email', 'phone']),
    /** Masked address that the code went to. */
    mask: z.string(),
  }),
)
export type DeviceStep = z.output<typeof deviceStepSchema>
