/** For developers, in the demo and test profiles only: the inbox of everything that would have been mailed. */
import { randomBytes } from 'node:crypto'
import { devOutbox } from '@agio/wire/dev.ts'
import type { FastifyInstance } from 'fastify'
import { accountPlace, namesOf } from '../../../auth/account/account-name.ts'
import type { SentMessage } from '../../../auth/mail/outbox.ts'
import { stateOf } from '../../calls/request-state.ts'
import { route } from '../../calls/route.ts'
import type { ServerContext } from '../../context.ts'
import { pageHeaders } from '../../guard/security-headers.ts'
import { escapeHtml, toolPage } from '../../pages/html.ts'

const messageHtml = ({ to, subject, text, scene, time, code }: SentMessage): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p class="facts"><bdi>${escapeHtml(to)}</bdi> · ${escapeHtml(scene)} · <time>${new Date(time).toISOString()}</time></p>
<p dir="auto">${escapeHtml(text)}</p>${code === '' ? '' : `<p class="code">${escapeHtml(code)}</p>`}</article>`

/** Codes for a telephone go to its plain number, also when it is asked for as it was typed. */
function placesOf(account: string): ReadonlySet<string> {
  const areas = /^[0-9]{5,19}$/.test(account) ? [1, 2, 3, 4] : []
  const plain = areas.map((length) => namesOf({ type: 2, areaCode: account.slice(0, length), account: account.slice(length) })[1])
  return new Set([account.toLowerCase(), ...plain.map(accountPlace)])
}

export function registerToolRoutes(app: FastifyInstance, { profile }: ServerContext): void {
  if (profile === 'production') return
  route(app, devOutbox, async ({ tenant, request }) => {
    await tenant.mailer.settled()
    const sent = [...placesOf(request.account)].flatMap((place) => tenant.outbox.list(place).filter(({ code }) => code !== ''))
    return { list: sent.map(({ channel, scene, code, time }) => ({ channel, scene, code, time })) }
  })

  app.get('/dev/inbox', async (request, answer) => {
    const { tenant } = stateOf(request)
    await tenant.mailer.settled()
    const nonce = randomBytes(16).toString('base64url')
    const messages = tenant.outbox.list()
    const body =
      messages.length === 0 ? '<p>Nothing was sent yet. Codes and notices appear here.</p>' : messages.map(messageHtml).join('\n')
    answer.headers(pageHeaders(nonce, null))
    return answer.send(toolPage({ title: `${tenant.config.name}: inbox of everything sent`, body, nonce, refreshSeconds: 4 }))
  })
}
