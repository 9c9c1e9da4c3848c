import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsCompletedScreen() {
  return <PageHeader title="Check Requests Completed" />
}
