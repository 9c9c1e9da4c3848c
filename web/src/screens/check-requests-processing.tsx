import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsProcessingScreen() {
  return <PageHeader title="Check Requests Processing" />
}
