import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import { useOpenFile } from '#platform/use-open-file.ts'
import { Button } from '#ui/button.tsx'

/** Opens what the counter needs for checks that are ready. `account`: 0 for all accounts. */
export function ReadyPapers({ account }: { account: number }) {
  const list = useOpenFile(checkPaperEndpoints.pickUpList, { name: 'pick-up-list.pdf', failed: 'No pick-up list' })
  const labels = useOpenFile(checkPaperEndpoints.addressLabels, { name: 'address-labels.pdf', failed: 'No labels' })
  const input = { query: account === 0 ? {} : { bank_account_id: account } }
  return (
    <>
      <Button variant="secondary" pending={list.isPending} onClick={() => list.open(input)}>
        Pick-Up List
      </Button>
      <Button variant="secondary" pending={labels.isPending} onClick={() => labels.open(input)}>
        Address Labels
      </Button>
    </>
  )
}
