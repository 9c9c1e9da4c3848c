import {
  type Installation,
  installationEndpoints,
  type TestMailResult,
} from '@check-requests/domain/operation/installation/endpoints.ts'
import { Send } from 'lucide-react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { counted } from '#platform/counted.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { useInstallation } from '#settings/installation.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'

type State = NonNullable<Installation['mail']>

const texts: WriteNotices<TestMailResult> = {
  done: 'Test mail tried',
  failed: 'Couldn’t send the test email',
  detail: ({ taken, address }) => (taken ? `On its way to ${address}` : 'The page says what the mail server answered.'),
  refreshes: [],
}

/** The status of email delivery, for super admins, with a test email. */
export function MailFacts() {
  const { data } = useInstallation()
  if (!data) return null
  if (!data.mail)
    return (
      <Card title="Mail">
        <p>Nobody is told by mail. Set SMTP_URL and MAIL_FROM where the server is started.</p>
      </Card>
    )
  return <Configured mail={data.mail} />
}

function Configured({ mail }: { mail: State }) {
  const test = useWriteWithNotices(installationEndpoints.testMail, texts)
  return (
    <Card
      title="Mail"
      description="What is sent, and how it went in the last 24 hours."
      actions={
        <Button variant="secondary" pending={test.isPending} onClick={() => test.mutate({})}>
          <Send aria-hidden className="size-4" />
          Send Test Mail
        </Button>
      }
    >
      <div className="grid gap-4">
        <p role="status" className={test.data?.taken === false ? 'wrap-anywhere text-danger' : 'wrap-anywhere'}>
          {test.data && answered(test.data)}
        </p>
        <DescriptionList columns={3} items={inWords(mail)} />
      </div>
    </Card>
  )
}

function answered({ taken, address, answer }: TestMailResult): string {
  return taken
    ? `The mail server took the test mail to ${address}. Look for it there.`
    : `The test mail to ${address} was not taken. ${answer}`
}

function inWords({ server, from, waiting, waiting_since, sent, refused, given_up }: State): Description[] {
  const since = waiting_since && `, the oldest since ${formatMoment(waiting_since)}`
  return [
    { label: 'Mail server', value: server },
    { label: 'Sender', value: from },
    { label: 'Waiting', value: waiting === 0 ? 'None' : `${counted(waiting, 'mail')}${since}` },
    { label: 'Sent', value: counted(sent, 'mail') },
    {
      label: 'Refused',
      value: refused === 0 ? 'None' : `${counted(refused, 'mail')}. The list of users says whose address.`,
    },
    { label: 'Given up after three days', value: given_up === 0 ? 'None' : counted(given_up, 'mail') },
  ]
}
