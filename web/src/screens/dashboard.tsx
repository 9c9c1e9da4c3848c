import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { ComponentType } from 'react'
import { AdminPanel } from '#dashboard/admin-panel.tsx'
import { ApproverPanel } from '#dashboard/approver-panel.tsx'
import { ProcessorPanel } from '#dashboard/processor-panel.tsx'
import { RequesterPanel } from '#dashboard/requester-panel.tsx'
import { usePerson } from '#sessions/session-provider.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const panels: Partial<Record<RoleName, ComponentType>> = {
  admin: AdminPanel,
  requester: RequesterPanel,
  approver: ApproverPanel,
  processor: ProcessorPanel,
}

export function DashboardScreen() {
  const Panel = panels[usePerson().role]
  return (
    <>
      <PageHeader title="Dashboard" subtitle="Welcome back, Here's what's happening with your check requests." />
      {Panel ? <Panel /> : <EmptyState text="No dashboard information available." />}
    </>
  )
}
