/** The sockets of both hosts as an AsyncAPI 3.0 document, made from the channels that both sides say and read. */
import { CO_CHANNELS } from '@agio/wire/futures/channels.ts'
import { CHANNELS, type ChannelRow, pushSchemaOf } from '@agio/wire/socket/channels.ts'
import { answerSchema, CLOSE_CODES, clientMessageSchema } from '@agio/wire/socket/socket.ts'
import { Components, type Json } from './components.ts'

/** Stand where the addresses of the sockets have to. */
export const SOCKET_PLACES = { gateway: 'gateway.invalid', futures: 'futures.invalid' } as const
type Host = keyof typeof SOCKET_PLACES

const HOSTS: Readonly<
  Record<Host, { readonly pathname: string; readonly rows: Readonly<Record<string, ChannelRow>>; readonly is: string }>
> = {
  gateway: { pathname: '/ws', rows: CHANNELS, is: 'Spot trading, account, wallet and messages' },
  futures: { pathname: '/fe-co-api/ws', rows: CO_CHANNELS, is: 'Perpetual contracts' },
}
const PARAMETERS: Readonly<Record<ChannelRow['parameters'][number], Json>> = {
  symbol: { description: 'Name of a pair (BTC/USDT), on the futures host of a contract (E-BTC-USDT).' },
  interval: { description: 'Length of a candle: 1m, 1h, 1d …' },
}
const CLOSED = Object.entries(CLOSE_CODES)
  .map(([why, code]) => `${code} ${why}`)
  .join(', ')

const reference = (path: string): Json => ({ $ref: `#/${path}` })

/** What is said beside pushes, in both directions. */
function controlOf(host: Host, components: Components): { readonly channel: Json; readonly operations: Json } {
  const name = `${host}.socket`
  const channel = {
    address: HOSTS[host].pathname,
    title: 'The connection itself',
    description: `Entering, subscribing and keeping alive. Why the server closes it: ${CLOSED}.`,
    servers: [reference(`servers/${host}`)],
    messages: {
      said: { title: 'From the client', payload: components.of(clientMessageSchema, 'input') },
      answered: { title: 'From the server', payload: components.of(answerSchema, 'output') },
    },
  }
  const operation = (action: 'send' | 'receive', message: string): Json => ({
    ...{ action, channel: reference(`channels/${name}`), messages: [reference(`channels/${name}/messages/${message}`)] },
  })
  return { channel, operations: { [`${name}.hear`]: operation('receive', 'said'), [`${name}.answer`]: operation('send', 'answered') } }
}

function channelOf(host: Host, kind: string, row: ChannelRow, components: Components): Json {
  const isPrivate = row.access === 'user'
  const { apartMs } = row
  return {
    address: [kind, ...row.parameters.map((name) => `{${name}}`)].join(':'),
    title: kind,
    description: [
      `Subscribed by {"op":"sub","args":["${[kind, ...row.parameters].join(':')}"]}.`,
      isPrivate ? 'For whoever entered by {"op":"auth"}: his own rows alone.' : 'For everybody.',
      row.snapshot === null ? 'Begins with its next push.' : `Begins with a snapshot; later pushes are of the type ${row.later}.`,
      apartMs === 0 ? '' : `At most one push every ${apartMs} ms.`,
    ]
      .filter((text) => text !== '')
      .join(' '),
    servers: [reference(`servers/${host}`)],
    ...(row.parameters.length > 0 && { parameters: Object.fromEntries(row.parameters.map((name) => [name, PARAMETERS[name]])) }),
    messages: { push: { title: `A push of ${kind}`, payload: components.of(pushSchemaOf(row), 'output') } },
  }
}

/** Everything but the addresses, which depend on the way that the document was asked for. */
export function asyncApiDocument(version: string): Json {
  const components = new Components()
  const channels: Json = {}
  const operations: Json = {}
  const servers: Json = {}
  for (const host of Object.keys(HOSTS) as Host[]) {
    const { pathname, rows, is } = HOSTS[host]
    servers[host] = { host: SOCKET_PLACES[host], pathname, protocol: 'ws', description: is }
    const control = controlOf(host, components)
    channels[`${host}.socket`] = control.channel
    Object.assign(operations, control.operations)
    for (const [kind, row] of Object.entries(rows)) {
      const name = `${host}.${kind}`
      channels[name] = channelOf(host, kind, row, components)
      const messages = [reference(`channels/${name}/messages/push`)]
      operations[`${name}.push`] = { action: 'send', channel: reference(`channels/${name}`), messages }
    }
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Agio',
      version,
      description: 'What is said on the sockets. Calls over HTTP stand in /api/openapi.json.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers,
    channels,
    operations,
    components: { schemas: components.all },
  }
}
