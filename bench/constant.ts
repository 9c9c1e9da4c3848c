import Fastify from 'fastify'

const tenKilobytes = JSON.stringify({ success: true, data: 'x'.repeat(10_000) })

/** A server that gives the same response to every call. Shows the maximum speed of the framework and the machine. */
const app = Fastify({ logger: false })
app.get('/json', (_request, reply) => void reply.type('application/json; charset=utf-8').send(tenKilobytes))
app.get('/304', (_request, reply) => void reply.code(304).header('etag', '"1"').send())
const address = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.stdout.write(`ready ${address}\n`)
