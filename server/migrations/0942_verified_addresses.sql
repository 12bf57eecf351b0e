-- When the person has proved that the e-mail address is theirs; null if the account comes from an invitation, whose link
-- is also shown to its sender. Accounts of earlier versions count as proved.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
UPDATE users SET email_verified_at = created_at;
