/** Mails by SMTP. */
import { createTransport } from 'nodemailer'
import type { Carrier, Letter } from './carrier.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`; options such as `?requireTLS=true` as nodemailer has them. */
  readonly url: string
  /** Address that mails come from. */
  readonly from: string
}

export interface SmtpTimes {
  readonly connectMs: number
  readonly silenceMs: number
}

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 20_000 }
const CONNECTIONS_MAX = 3

interface SmtpFault {
  readonly code?: unknown
  readonly responseCode?: unknown
}

/** A reply of the 500s is for ever; everything else may pass. */
const isFinal = ({ responseCode }: SmtpFault): boolean => typeof responseCode === 'number' && responseCode >= 500

/** Code of the fault alone: the server's own words may repeat the address. */
const causeOf = ({ code, responseCode }: SmtpFault): string => `smtp ${String(responseCode ?? code ?? 'fault')}`

export function smtpCarrier({ url, from }: SmtpSettings, { connectMs, silenceMs }: SmtpTimes = TIMES): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async carry({ to, subject, text, id, senderName }: Letter) {
      try {
        await transport.sendMail({
          from: { name: senderName, address: from },
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        })
        return 'sent'
      } catch (error) {
        const fault = error as SmtpFault
        // A server that refuses our login refuses every mail: that is for the operator to mend, and the mails can wait for it.
        if (fault.code !== 'EAUTH' && isFinal(fault)) return 'refused'
        throw new Error(causeOf(fault))
      }
    },
    close: () => transport.close(),
  }
}
