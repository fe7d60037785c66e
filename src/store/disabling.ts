/** SQL of disabling a webhook, the same for every engine: its pending deliveries fail, so that enabling it sends none of them. */
export const failPendingDeliveries = `
  UPDATE webhook_delivery SET state = 'failed', last_status = NULL, last_error = 'The webhook is disabled', ended_at = @at
  WHERE webhook_id = @webhookId AND state = 'pending'`;
