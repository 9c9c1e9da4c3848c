import type { StatusName } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListView } from '@check-requests/domain/check-requests/list/views.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import { useRouter } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import {
  type HTMLAttributes,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type CheckRequestList, useCheckRequestList } from '#check-requests/api.ts'
import { useRequestSelection } from '#check-requests/bulk/use-request-selection.tsx'
import { ExportButton } from '#check-requests/export/export-button.tsx'
import type { RequestColumn } from '#check-requests/list/columns.tsx'
import { type ListState, useListState } from '#check-requests/list/list-state.ts'
import {
  FoundText,
  type ListFilterControl,
  ListToolbar,
  type StatusTab,
  StatusTabs,
} from '#check-requests/list/list-toolbar.tsx'
import { Marked } from '#check-requests/list/marked.tsx'
import { type ApprovalQueue, QueueProvider } from '#check-requests/list/request-link.tsx'
import { type Arrangement, useListColumns } from '#check-requests/list/use-list-columns.ts'
import { useOpenView } from '#check-requests/views/api.ts'
import { checkRequestPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/feedback/list-states.tsx'
import { optional } from '#ui/optional.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { SelectAllBox, SelectionProvider } from '#ui/table/row-selection.tsx'
import { useShortcut } from '#ui/use-shortcut.ts'

const ListOnPaper = optional(async () => (await import('#check-requests/print/list-on-paper.tsx')).ListOnPaper)
const ViewControls = optional(async () => (await import('#check-requests/views/view-controls.tsx')).ViewControls)
const BulkWork = optional(async () => (await import('#check-requests/bulk/bulk-bar.tsx')).BulkWork)

interface RequestListProps {
  columns: readonly RequestColumn[]
  placeholder: string
  control?: ListFilterControl | undefined
  queue?: ListView | undefined
  /** The tabs for parts of the list, by status. */
  tabs?: readonly StatusTab[] | undefined
  /** The statuses to which selected rows can be moved together; undefined if rows can't be selected. */
  targets?: readonly StatusName[] | undefined
  /** The message and the next action when the list has no requests at all. */
  nothingYet: { text: string; action: ReactNode }
  /** Shown when nothing matches the search and filters. */
  noMatch: string
}

/** A list of check requests with its search, filters, and sort order, all kept in the URL. */
export function RequestList(props: RequestListProps) {
  const state = useListState(props.queue)
  const list = useCheckRequestList(state.filter)
  const walk = useRowWalk(list.rows)
  usePreloadedRequest(list.rows)
  const queue = useQueue(list, props.queue)
  const selection = useRequestSelection(list.rows, state, props.queue, props.targets, walk.activeKey)
  const table = useRef<HTMLDivElement>(null)
  const view = useOpenView()
  const name = props.queue ?? 'all'
  const shown = useListColumns(name, props.columns, selection !== undefined, view)
  const isChanged = shown.isChanged || state.query !== (view ? state.normalized(view.query) : '')
  return (
    <Card
      title="Check Request List"
      description={<FoundText page={list.first} />}
      actions={
        <>
          {(view || (shown.isReady && isChanged)) && (
            <ViewControls
              list={name}
              chosen={{ query: state.query, layout: shown.layout }}
              view={view}
              isChanged={isChanged}
            />
          )}
          <ColumnsButton arrangement={shown.arrangement} />
          <ExportButton filter={state.filter} />
        </>
      }
      flush
    >
      {props.tabs && <StatusTabs tabs={props.tabs} state={state} />}
      <ListToolbar
        state={state}
        rows={list.rows}
        placeholder={props.placeholder}
        control={props.control}
        tabs={props.tabs}
        queue={props.queue}
      />
      <SelectionProvider value={selection}>
        {selection && (
          <div className="px-4 pb-3 sm:hidden">
            <SelectAllBox label="Select all shown" />
          </div>
        )}
        <QueueProvider value={queue}>
          <Marked rows={list.rows ?? none} isMarked={shown.columns.some(({ key }) => key === 'risk')}>
            <div
              ref={table}
              tabIndex={-1}
              className="outline-hidden [&_tbody_tr:has(.select-column_:checked)]:bg-accent-soft"
            >
              <DataTable
                caption="Check requests"
                columns={shown.columns}
                dense={shown.density === 'dense'}
                onResize={shown.arrangement?.resize}
                rows={shown.isReady ? list.rows : undefined}
                rowKey={(row) => row.id}
                rowVersion={(row) => row.version}
                sort={state.filter.sort}
                onSort={(sort) => state.change({ sort: sort as ListState['filter']['sort'] })}
                empty={
                  state.narrowed ? <NoMatch text={props.noMatch} state={state} /> : <EmptyState {...props.nothingYet} />
                }
                more={list.more}
                {...list.failure}
                {...walk}
              />
            </div>
          </Marked>
        </QueueProvider>
      </SelectionProvider>
      <ListOnPaper state={state} list={list} columns={shown.columns} queue={props.queue} />
      {selection && props.targets && <BulkWork selection={selection} targets={props.targets} list={table} />}
    </Card>
  )
}

/**
 * The approval queue of a list, because approvals are worked through in the order of the list where they were opened.
 */
function useQueue({ rows, first }: CheckRequestList, view: ListView | undefined): ApprovalQueue | undefined {
  const total = first?.total
  return useMemo(() => {
    if (view !== 'pending' || !rows || total === undefined) return undefined
    return { ids: rows.map(({ id }) => id), total }
  }, [rows, total, view])
}

function NoMatch({ text, state }: { text: string; state: ListState }) {
  return (
    <EmptyState
      text={text}
      action={
        <Button variant="secondary" onClick={state.clear}>
          Clear Filters
        </Button>
      }
    />
  )
}

const loadPanel = () => import('#check-requests/list/columns-panel.tsx')
const ColumnsPanel = lazy(async () => ({ default: (await loadPanel()).ColumnsPanel }))

/** Opens the column settings, which are preloaded on hover or focus. Phones show cards instead. */
function ColumnsButton({ arrangement }: { arrangement: Arrangement | undefined }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        className="max-sm:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={!arrangement}
        onPointerEnter={loadPanel}
        onFocus={loadPanel}
        onClick={() => setOpen(!open)}
      >
        <Columns3 aria-hidden className="size-4" />
        Columns
      </Button>
      {open && arrangement && (
        <Suspense>
          <ColumnsPanel list={arrangement} anchor={button.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** How long a list is shown before the screen of a request is loaded, in milliseconds. */
const quietFor = 3000

/** Loads the screen of a request, which most users open next. */
function usePreloadedRequest(rows: readonly ListedRequest[] = none) {
  const router = useRouter()
  const id = rows[0]?.id
  const hasRows = id !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: any request has the same screen
  useEffect(() => {
    if (!hasRows) return
    const timer = setTimeout(() => void router.preloadRoute({ to: checkRequestPath(id) }), quietFor)
    return () => clearTimeout(timer)
  }, [hasRows, router])
}

const none: readonly ListedRequest[] = []

/**
 * Lets users move between rows with `j` and `k` and open a request with Enter. If the current row disappears, movement
 * continues from its position.
 */
function useRowWalk(rows: readonly ListedRequest[] = none) {
  const [activeKey, setActiveKey] = useState<number>()
  const lastIndex = useRef(0)
  const index = rows.findIndex(({ id }) => id === activeKey)

  useEffect(() => {
    if (index >= 0) lastIndex.current = index
  }, [index])

  function walk(step: 1 | -1) {
    const gap = step > 0 ? lastIndex.current : lastIndex.current - 1
    const to = Math.min(Math.max(index < 0 ? gap : index + step, 0), rows.length - 1)
    const row = rows[to]
    if (row) linkOf(row.id)?.focus()
  }

  useShortcut('j', () => walk(1))
  useShortcut('k', () => walk(-1))
  useShortcut('Enter', () => linkOf(activeKey)?.click(), index >= 0)

  const rowProps = useCallback(
    ({ id }: ListedRequest): HTMLAttributes<HTMLTableRowElement> => ({
      id: rowId(id),
      onFocus: () => setActiveKey(id),
    }),
    [],
  )

  return { activeKey, rowProps }
}

/** The first link of a row, which opens its request. */
function linkOf(requestId: number | undefined): HTMLElement | null {
  return document.querySelector(`#${rowId(requestId)} a`)
}

function rowId(requestId: number | undefined): string {
  return `check-request-${requestId}`
}
