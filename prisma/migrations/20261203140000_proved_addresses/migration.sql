-- What this does to a live table: rewrites the rows of people who set a password by a one-time link, which are few.

-- A link that was handed to somebody proves whose address it is. Since the company's sign-in takes away passwords of accounts that nobody
-- proved, those who used a link before this was noted would lose theirs.
UPDATE sagascope."user" u SET email_verified = true
WHERE NOT email_verified
  AND EXISTS (SELECT FROM sagascope.audit a
              WHERE a.target = 'user:' || u.id AND a.action IN ('user.accept_invitation', 'user.set_password'));
