import { commentEndpoints as endpoints } from '@check-requests/domain/check-requests/comments/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import { notFound } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { findVisible } from '../queries/detail/find.ts'
import { deleteComment, editComment, findMentionable, presentComment, writeComment } from './commands/write.ts'
import { listComments } from './queries/comments.ts'

export function registerComments(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database

  api.on(
    endpoints.list,
    async ({ caller, params }) => {
      if (!(await findVisible(read, caller, params.id))) throw notFound('check request')
      const comments = await listComments(read, params.id)
      return { message: 'Comments', data: comments.map((row) => presentComment(row, caller.userId)) }
    },
    { freshBy: 'check-requests' },
  )
  api.on(endpoints.mentionable, async ({ caller, params, query }) => ({
    message: 'People',
    data: await findMentionable(services, caller, params.id, query.name),
  }))
  api.on(endpoints.write, async ({ caller, repeatable, params, body }) => ({
    message: 'Comment added',
    data: await writeComment(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.edit, async ({ caller, repeatable, params, body }) => ({
    message: 'Comment edited',
    data: await editComment(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.remove, async ({ caller, repeatable, params }) => ({
    message: 'Comment deleted',
    data: await deleteComment(services, { caller, repeatable }, params.id),
  }))
}
