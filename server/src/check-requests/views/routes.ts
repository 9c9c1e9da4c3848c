import { viewEndpoints as endpoints } from '@check-requests/domain/check-requests/views/endpoints.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { createView, presentLayout, presentView, removeView, saveLayout, updateView } from './commands/views.ts'
import { listLayouts, listViews, ownerOf } from './queries/views.ts'

export function registerViews(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller }) => {
    const layouts = await listLayouts(read, ownerOf(caller))
    const views = await listViews(read, ownerOf(caller))
    const data = {
      layouts: layouts.map(presentLayout),
      views: views.map((view) => presentView(view, caller.userId)),
    }
    return { message: 'Views', data }
  })
  api.on(endpoints.saveLayout, async ({ caller, repeatable, body }) => ({
    message: 'Columns saved',
    data: await saveLayout(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'View saved',
    data: await createView(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => ({
    message: 'View saved',
    data: await updateView(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.remove, async ({ caller, repeatable, params }) => ({
    message: 'View deleted',
    data: await removeView(services, { caller, repeatable }, params.id),
  }))
}
