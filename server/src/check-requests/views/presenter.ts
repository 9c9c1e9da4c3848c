import { listLayout, type SavedLayout, type SavedView } from '@check-requests/domain/check-requests/views/fields.ts'
import type { listLayouts, SavedViewRow } from './queries/views.ts'

type LayoutRow = Awaited<ReturnType<typeof listLayouts>>[number]

export function presentLayout({ list, layout }: LayoutRow): SavedLayout {
  return { list, layout: listLayout.parse(JSON.parse(layout)) }
}

export function presentView(row: SavedViewRow, callerId: number): SavedView {
  const { id, list, name, query, layout, shared, first_name, last_name } = row
  return {
    id,
    list,
    name,
    query,
    layout: layout === null ? null : listLayout.parse(JSON.parse(layout)),
    shared: shared === 1,
    own: row.user_id === callerId,
    owner_name: `${first_name} ${last_name}`,
  }
}
