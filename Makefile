# For those who type make: the script does the work, and needs no make.
.PHONY: run test
run test:
	@./dev $@
