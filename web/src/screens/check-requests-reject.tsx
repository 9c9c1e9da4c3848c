import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsRejectScreen() {
  return <PageHeader title="Check Requests Reject" />
}
