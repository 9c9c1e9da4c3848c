import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure, failureStatus, isDatabaseUnavailable, isDiskFull } from '../errors.ts'
import { opensPage } from './addresses.ts'

const frameworkMessages = {
  400: ['BAD_REQUEST', 'The request is malformed. Compare it with the API description.'],
  404: ['NOT_FOUND', 'Nothing was found at this URL. Check the URL for mistakes.'],
  405: ['METHOD_NOT_ALLOWED', 'This URL doesn’t support this method.'],
  408: ['TIMEOUT', 'The request took too long to arrive. Try again.'],
  415: ['NOT_JSON', 'Send the request body as application/json.'],
  431: ['TOO_LARGE', 'The request headers are too large.'],
  503: ['UNAVAILABLE', 'The server is starting, stopping, or busy. Try again in a few seconds.'],
} as const

type FrameworkStatus = keyof typeof frameworkMessages

const failedRead = 'Something went wrong on our side. Your data is unchanged; please try again.'
// The response to a commit can be lost after the commit, so the outcome is unknown here.
const failedWrite = 'Something went wrong on our side. Check whether your change was made before you try again.'

/** The message for calls that couldn't write, and for load balancers until a write can succeed again. */
export const fullDisk = 'The server’s disk is full, so nothing was saved. Tell the person who runs this server.'

/**
 * Turns all failures into responses: the log has every detail, and the caller sees nothing internal (A2). Calls
 * `onFullDisk` if a full disk was the reason.
 */
export function handleErrors(app: FastifyInstance, onFullDisk = () => {}): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Failure) return sendFailure(reply, error)
    const status = error.statusCode ?? 500
    if (status === 413) return send(reply, 413, 'TOO_LARGE', tooLarge(request.routeOptions.bodyLimit))
    if (status < 500 && isFrameworkStatus(status)) return sendFramework(reply, status)
    request.log.error({ err: error }, 'request failed')
    if (isDiskFull(error)) {
      onFullDisk()
      return send(reply.header('retry-after', '5'), 503, 'UNAVAILABLE', fullDisk)
    }
    if (status === 503 || isDatabaseUnavailable(error)) return sendFramework(reply.header('retry-after', '5'), 503)
    return send(reply, 500, 'INTERNAL', request.method === 'GET' ? failedRead : failedWrite)
  })
}

/** Handles a URL that the router can't parse, before any hook has run. Browsers are redirected to a valid one. */
export function sendUnreadable({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  if (opensPage(request)) return void reply.redirect('/not-found')
  sendFramework(reply, code === 'FST_ERR_BAD_URL' ? 400 : 404)
}

/** Handles an API path that doesn't exist. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendFramework(reply, 404)
}

function tooLarge(bytes: number): string {
  return `The request body is too large: ${Math.floor(bytes / 1024).toLocaleString('en-US')} KiB at most.`
}

function isFrameworkStatus(status: number): status is FrameworkStatus {
  return Object.hasOwn(frameworkMessages, status)
}

function sendFramework(reply: FastifyReply, status: FrameworkStatus): FastifyReply {
  const [code, message] = frameworkMessages[status]
  return send(reply, status, code, message)
}

function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
  if (failure.endsConnection) reply.header('connection', 'close')
  return send(reply, failureStatus[failure.code], failure.code, failure.message, failure)
}

function send(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  { fields, current, proof }: Pick<Partial<Failure>, 'fields' | 'current' | 'proof'> = {},
): FastifyReply {
  const error = { code, ...(fields && { fields }), ...(current && { current }), ...(proof && { proof }) }
  return reply.code(status).send({ success: false, message, error })
}
