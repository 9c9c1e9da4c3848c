import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { callOf, countQueries } from './current-call.ts'

const shownStatements = 5
/** Of a statement, in characters: enough to find it in the code. */
const shownOfStatement = 500
const talkative = new Set(['info', 'debug', 'trace'])

/**
 * One line for each call, when it has been answered. It names the path without what follows it: what people search for
 * does not belong in a log. A call that took longer than `slowAfter` milliseconds to find its answer is a warning, and
 * names the statements that it spent most time with.
 */
export class CallLog extends LogController {
  readonly #slowAfter: number

  constructor(slowAfter: number) {
    super()
    this.#slowAfter = slowAfter
    countQueries()
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { log } = request
    const call = callOf(request.raw)
    const isSlow = call.worked > this.#slowAfter
    if (!isSlow && !talkative.has(log.level)) return
    const line = { ...lineOf(request, reply), ...(error && { err: error }) }
    if (isSlow) log.warn({ ...line, statements: call.slowest(shownStatements).map(inShort) }, 'slow call')
    else log.info(line, 'call')
  }
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { queries, userId, worked } = callOf(request.raw)
  return {
    method: request.method,
    path: request.url.replace(/\?.*/s, ''),
    endpoint: request.routeOptions.config.endpoint,
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime),
    worked: Math.round(worked),
    queries: rounded(queries),
    userId,
    address: request.ip,
  }
}

function rounded<Spent extends { milliseconds: number }>(spent: Spent): Spent {
  return { ...spent, milliseconds: Math.round(spent.milliseconds) }
}

function inShort<Spent extends { milliseconds: number; sql: string }>(spent: Spent): Spent {
  const sql = spent.sql.replace(/\s+/g, ' ').slice(0, shownOfStatement)
  return { ...rounded(spent), sql }
}
