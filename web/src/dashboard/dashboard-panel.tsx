import type { ComponentType } from 'react'
import { AdminPanel } from '#dashboard/admin-panel.tsx'
import { ApproverPanel } from '#dashboard/approver-panel.tsx'
import { ProcessorPanel } from '#dashboard/processor-panel.tsx'
import { RequesterPanel } from '#dashboard/requester-panel.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { optional } from '#ui/optional.tsx'

const Insights = optional(async () => (await import('#dashboard/insights.tsx')).Insights)

const panels: Record<string, ComponentType> = {
  admin: AdminPanel,
  requester: RequesterPanel,
  approver: ApproverPanel,
  processor: ProcessorPanel,
}

/** The dashboard of this role (R063 to R071). */
export function DashboardPanel({ roleName }: { roleName: string }) {
  const Panel = panels[roleName]
  if (!Panel) return <EmptyState text="No dashboard information available." />
  return (
    <>
      <Panel />
      <Insights />
    </>
  )
}
