/** `schoolbell sync`: the agent until stopped, and its sub-commands; all take the same options, wherever on the line. */
import { Command } from 'commander'
import { backupCommand } from './sync/backup.ts'
import { runDaemon } from './sync/daemon.ts'
import { doctorCommand } from './sync/doctor.ts'
import { mediaCommand } from './sync/media.ts'
import { onceCommand } from './sync/once.ts'
import { addSyncOptions } from './sync/options.ts'
import { publishCommand } from './sync/publish.ts'
import { quarantineCommand } from './sync/quarantine.ts'
import { reconcileCommand } from './sync/reconcile.ts'
import { statusCommand } from './sync/status.ts'
import { webhooksCommand } from './sync/webhooks.ts'

export function syncCommand(): Command {
  const sync = new Command('sync').description(
    'Copies the service’s news into a store of its own and serves it to the host site, until stopped.',
  )
  return addSyncOptions(sync)
    .action(runDaemon)
    .addCommand(onceCommand())
    .addCommand(statusCommand())
    .addCommand(reconcileCommand())
    .addCommand(quarantineCommand())
    .addCommand(publishCommand())
    .addCommand(webhooksCommand())
    .addCommand(mediaCommand())
    .addCommand(backupCommand())
    .addCommand(doctorCommand())
}
