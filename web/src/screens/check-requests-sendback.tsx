import { PageHeader } from '#ui/page-header.tsx'

export function CheckRequestsSendbackScreen() {
  return <PageHeader title="Check Requests Sendback" />
}
