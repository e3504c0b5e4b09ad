"""What people do at the table, a frozen value for each decision."""
