/** The peer of the HTTP measures: a Fastify route that parses a JSON body and answers a constant. Prints its port. */
import Fastify from 'fastify'

const app = Fastify({ logger: false })
app.post('/order', async () => ({ code: '0', message: 'success', data: {} }))
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2] ?? 0) })
const address = app.server.address()
process.stdout.write(`ready ${typeof address === 'object' ? address?.port : ''}\n`)
