-- Deliveries that failed since a time are found by their last attempt, which may be more than a day after the event.
CREATE INDEX webhook_deliveries_by_failure ON webhook_deliveries (webhook_id, coalesce(last_attempt_at, created_at))
  WHERE status = 'failed';
