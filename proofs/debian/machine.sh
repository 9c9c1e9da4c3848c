#!/bin/sh
# Becomes the first process of a temporary machine in separate namespaces: systemd on this machine's files, with all
# changes kept in memory. $1: an empty folder.
set -e
folder=$1
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
mkdir "$folder/changes" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/changes,workdir=$folder/work" "$folder/root"
cd "$folder/root"
mount -t proc proc proc
# The temporary machine can't change this machine's kernel settings.
mount --bind -o ro proc/sys proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for name in dev run tmp; do mount -t tmpfs -o mode=755 tmpfs $name; done
chmod 1777 tmp
for name in null zero full random urandom tty; do cp -a /dev/$name dev; done
ln -s /proc/self/fd dev/fd
mkdir dev/shm dev/mqueue dev/hugepages dev/pts old-root
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for unit in systemd-sysctl systemd-binfmt systemd-modules-load systemd-remount-fs systemd-udevd \
  systemd-udev-trigger systemd-tmpfiles-setup-dev; do
  ln -sf /dev/null etc/systemd/system/$unit.service
done
printf '[Unit]\nDescription=The units under test\nRequires=basic.target\n' >etc/systemd/system/proof.target
pivot_root . old-root
umount -l /old-root
export container=throwaway
exec /lib/systemd/systemd --unit=proof.target --log-target=journal
